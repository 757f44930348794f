import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Observation
import Testing

enum Back {
  @MainActor final class DetailModel: ObservableModel, Observable {
    let catalog: any Catalog
    let id: Int
    init(id: Int, catalog: any Catalog) {
      self.id = id
      self.catalog = catalog
    }
    var title: String { catalog.title(of: id) }
  }

  struct DetailView: View {
    let id: Int
    @Environment(\.catalog) private var catalog
    @State private var model: DetailModel?
    var body: some View {
      Text(model?.title ?? "").task {
        // It begins again whenever the view appears again.
        if model == nil { model = DetailModel(id: id, catalog: catalog) }
      }
    }
  }
}

@Suite("Back to the environment", .injected(.allowsLostReads)) @MainActor
struct BackToEnvironmentTests {
  @Test("A model that is handed the tree's service is there after the first pass, and not before")
  func handed() async {
    let host = TreeHost(
      Back.DetailView(id: 1).environment(\.catalog, MockCatalog(title: "Mock")))
    #expect(host.outline == "Text \"\"")
    await host.settle()
    #expect(host.outline == "Text \"Mock\"")
    #expect(Back.DetailModel(id: 1, catalog: LiveCatalog()).title == "Landmark 1")
  }
}
