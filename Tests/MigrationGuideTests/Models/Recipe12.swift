import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

private typealias DetailModel = Recipe04.After.DetailModel

@Suite("Recipe 12", .injected(.allowsLostReads)) @MainActor struct Recipe12Tests {
  @Test("Before: a tree is mounted to test what a view loads")
  func tree() async {
    let host = TreeHost(
      Recipe04.Before.DetailView(id: 1).environment(\.catalog, MockCatalog(title: "Mock")))
    await host.settle()
    #expect(host.outline == "Text \"Mock\"")
  }

  @Test("A model's title", .injected { $0.catalog = MockCatalog(title: "Mock") })
  @MainActor func title() {
    let model = DetailModel()
    model.load(1)
    #expect(model.title == "Mock")
  }

  @Test(
    "A main-actor test has a scope of its own, each argument too",
    .injected { $0.catalog = MockCatalog(title: "Mock") }, arguments: 1...3)
  func arguments(count: Int) {
    let feed = injected(\.feed)
    #expect(feed.count == 0)
    feed.load()
    #expect(injected(\.feed).count == 2)
    #expect(injected(\.catalog).title(of: count) == "Mock")
  }
}
