import Injection
import InjectionTesting
import ModelObservation
import Observation
import Testing

enum Recipe14 {
  enum Before {
    @MainActor final class ListModel: ObservableModel, Observable {
      let catalog: any Catalog
      @Observed private(set) var detail: DetailModel?
      init(catalog: any Catalog) { self.catalog = catalog }
      func select(_ id: Int) { detail = DetailModel(id: id, catalog: catalog) }
    }

    @MainActor final class DetailModel: ObservableModel, Observable {
      let id: Int
      let catalog: any Catalog
      init(id: Int, catalog: any Catalog) {
        self.id = id
        self.catalog = catalog
      }
      var title: String { catalog.title(of: id) }
    }
  }

  enum After {
    @MainActor final class ListModel: ObservableModel, Observable {
      @Injected(\.catalog) var catalog
      @Observed private(set) var detail: DetailModel?
      func select(_ id: Int) {
        detail = withInjectedValues(from: self) { DetailModel(id: id) }
      }
    }

    @MainActor final class DetailModel: ObservableModel, Observable {
      @Injected(\.catalog) var catalog
      let id: Int
      init(id: Int) { self.id = id }
      var title: String { catalog.title(of: id) }
    }
  }
}

@Suite("Recipe 14", .injected(.allowsLostReads)) @MainActor struct Recipe14Tests {
  @Test("A child that is made from its parent has the parent's services; another has not")
  func child() {
    let before = Recipe14.Before.ListModel(catalog: MockCatalog(title: "Mock"))
    before.select(1)
    #expect(before.detail?.title == "Mock")

    let after = withInjectedValues {
      $0.catalog = MockCatalog(title: "Mock")
    } operation: {
      Recipe14.After.ListModel()
    }
    #expect(
      isHeard {
        after.select(1)
      } by: {
        _ = after.detail
      })
    #expect(after.detail?.title == "Mock")
    #expect(Recipe14.After.DetailModel(id: 1).title == "test")
  }
}
