import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

struct CatalogEnvironmentKey: EnvironmentKey {
  static let defaultValue: any Catalog = LiveCatalog()
}

extension EnvironmentValues {
  var catalog: any Catalog {
    get { self[CatalogEnvironmentKey.self] }
    set { self[CatalogEnvironmentKey.self] = newValue }
  }
}

enum CatalogKey: InjectedKey {
  static let liveValue: any Catalog = LiveCatalog()
  static let testValue: any Catalog = MockCatalog(title: "test")
}

extension InjectedValues {
  var catalog: any Catalog {
    get { self[CatalogKey.self] }
    set { self[CatalogKey.self] = newValue }
  }
}

@Suite("Recipe 1", .injected(.allowsLostReads)) @MainActor struct Recipe01Tests {
  @Test(
    "Unset, a key of the environment gives the live service in a test; an injected key does not")
  func defaults() {
    #expect(EnvironmentValues().catalog.title(of: 1) == "Landmark 1")
    #expect(injected(\.catalog).title(of: 1) == "test")
    withInjectedValues {
      $0.context = .live
    } operation: {
      #expect(injected(\.catalog).title(of: 1) == "Landmark 1")
    }
  }
}
