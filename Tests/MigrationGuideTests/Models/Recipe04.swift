import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Observation
import Testing

enum Recipe04 {
  enum Before {
    struct DetailView: View {
      @Environment(\.catalog) private var catalog
      let id: Int
      @State private var title = ""
      var body: some View {
        Text(title).task { title = catalog.title(of: id) }
      }
    }
  }

  enum After {
    @MainActor final class DetailModel: ObservableModel, Observable {
      @Injected(\.catalog) private var catalog
      @Observed private(set) var title = ""
      func load(_ id: Int) { title = catalog.title(of: id) }
    }

    struct DetailView: View {
      let id: Int
      @InjectedModel({ DetailModel() }) private var model
      var body: some View {
        Text(model.title).task { model.load(id) }
      }
    }
  }
}

@Suite("Recipe 4", .injected(.allowsLostReads)) @MainActor struct Recipe04Tests {
  @Test("A model has the services that it was made with, in a tree and without one")
  func captured() async {
    let before = TreeHost(
      Recipe04.Before.DetailView(id: 1).environment(\.catalog, MockCatalog(title: "Mock")))
    await before.settle()
    #expect(before.outline == "Text \"Mock\"")

    let after = TreeHost(
      Recipe04.After.DetailView(id: 1).injectedValues { $0.catalog = MockCatalog(title: "Mock") })
    await after.settle()
    #expect(after.outline == "Text \"Mock\"")

    let model = withInjectedValues {
      $0.catalog = MockCatalog(title: "Mock")
    } operation: {
      Recipe04.After.DetailModel()
    }
    #expect(
      isHeard {
        model.load(1)
      } by: {
        _ = model.title
      })
    #expect(model.title == "Mock")
  }
}
