import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

struct Services {
  var catalog: any Catalog = LiveCatalog()
  var decoder = Decoder()
}

struct ServicesKey: EnvironmentKey {
  static var defaultValue: Services { Services() }
}

extension EnvironmentValues {
  var services: Services {
    get { self[ServicesKey.self] }
    set { self[ServicesKey.self] = newValue }
  }
}

extension InjectedValues {
  mutating func useMocks() {
    catalog = MockCatalog(title: "Mock")
    decoder = Decoder()
  }
}

enum Recipe18 {
  enum Before {
    struct Row: View {
      @Environment(\.services) private var services
      @Environment(\.catalog) private var catalog
      var body: some View {
        Text("\(services.catalog.title(of: 1)), \(catalog.title(of: 1))")
      }
    }
  }
}

@Suite("Recipe 18", .injected(.allowsLostReads)) @MainActor struct Recipe18Tests {
  @Test("An aggregate beside single keys disagrees with them; a function that sets keys cannot")
  func oneSource() {
    let before = TreeHost(
      Recipe18.Before.Row().environment(\.services, Services(catalog: MockCatalog(title: "Mock"))))
    #expect(before.outline == "Text \"Mock, Landmark 1\"")
    let after = TreeHost(Recipe03.After.Row().injectedValues { $0.useMocks() })
    #expect(after.outline == "Text \"Mock\"")
  }
}
