import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Observation
import Synchronization
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

  @Test("The model stays where the view is covered and comes back, which begins its task again")
  func coveredAndBack() async {
    let catalog = NumberingCatalog()
    let host = TreeHost(
      NavigationStack {
        Back.DetailView(id: 1)
        NavigationLink("Cover") { Text("Above") }
      }.environment(\.catalog, catalog))
    await host.settle()
    let before = host.outline
    host.tap("Cover")
    await host.settle()
    host.dismiss()
    await host.settle()
    #expect(host.outline == before)
    #expect(catalog.asked == [1])
  }
}

private final class NumberingCatalog: Catalog {
  private let ids = Mutex<[Int]>([])
  var asked: [Int] { ids.withLock { $0 } }
  func title(of id: Int) -> String {
    ids.withLock { $0.append(id) }
    return "Landmark"
  }
}
