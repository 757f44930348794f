import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

enum Recipe15 {
  enum Before {
    typealias Row = Recipe03.Before.Row

    struct ListView: View {
      @State private var isShown = false
      var body: some View {
        Button("Show") { isShown = true }
          .sheet(isPresented: $isShown) { Row() }
        NavigationLink("Open") { Row() }
      }
    }
  }

  enum After {
    typealias DetailView = Recipe04.After.DetailView
    typealias Row = Recipe03.After.Row

    struct ListView: View {
      @State private var isShown = false
      var body: some View {
        Button("Show") { isShown = true }
          .sheet(isPresented: $isShown) { DetailView(id: 1) }
        NavigationLink("Open") { Row() }
      }
    }
  }
}

@Suite("Recipe 15", .injected(.allowsLostReads)) @MainActor struct Recipe15Tests {
  @Test("Sheets and destinations have the tree's services, their models too")
  func presented() async {
    let before = TreeHost(
      NavigationStack { Recipe15.Before.ListView() }
        .environment(\.catalog, MockCatalog(title: "Mock")))
    before.tap("Show")
    #expect(before.presented.map(\.outline) == ["Text \"Mock\""])

    let after = TreeHost(
      NavigationStack { Recipe15.After.ListView() }
        .injectedValues { $0.catalog = MockCatalog(title: "Mock") })
    after.tap("Show")
    await after.settle()
    #expect(after.presented.map(\.outline) == ["Text \"Mock\""])
    after.dismiss()
    after.tap("Open")
    #expect(after.presented.map(\.outline) == ["Text \"Mock\""])
  }
}
