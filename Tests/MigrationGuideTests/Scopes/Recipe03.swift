import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

enum Recipe03 {
  enum Before {
    struct Row: View {
      @Environment(\.catalog) private var catalog
      var body: some View { Text(catalog.title(of: 1)) }
    }

    struct Page: View {
      var body: some View {
        Row()
        Row().environment(\.catalog, MockCatalog(title: "Mock"))
      }
    }
  }

  enum After {
    struct Row: View {
      @InjectedEnvironment(\.catalog) private var catalog
      var body: some View { Text(catalog.title(of: 1)) }
    }

    struct Page: View {
      var body: some View {
        Row()
        Row().injectedValues { $0.catalog = MockCatalog(title: "Mock") }
      }
    }
  }
}

/// Built from another service, which an override replaces.
final class Search: Sendable {
  let catalog = injected(\.catalog)
}

enum SearchKey: InjectedKey {
  static var liveValue: Search { Search() }
  static var testValue: Search { Search() }
}

extension InjectedValues {
  var search: Search {
    get { self[SearchKey.self] }
    set { self[SearchKey.self] = newValue }
  }
}

@Suite("Recipe 3", .injected(.allowsLostReads)) @MainActor struct Recipe03Tests {
  struct SearchText: View {
    @InjectedEnvironment(\.search) private var search
    var body: some View { Text(search.catalog.title(of: 1)) }
  }

  @Test("An override of a subtree reaches the bodies below, and the services built from it")
  func subtree() {
    let before = TreeHost(Recipe03.Before.Page())
    #expect(before.outline == "Text \"Landmark 1\"\nText \"Mock\"")
    let after = TreeHost(Recipe03.After.Page())
    #expect(after.outline == "Text \"test\"\nText \"Mock\"")
    let built = TreeHost {
      SearchText()
      SearchText().injectedValues { $0.catalog = MockCatalog(title: "Mock") }
    }
    #expect(built.outline == "Text \"test\"\nText \"Mock\"")
  }
}
