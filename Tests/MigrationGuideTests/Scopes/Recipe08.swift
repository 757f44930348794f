import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

enum Recipe08 {
  typealias DetailView = Recipe04.After.DetailView

  struct Before: View {
    var body: some View {
      DetailView(id: 1)
        .task {
          withInjectedValues {
            $0.catalog = MockCatalog(title: "Mock")
          } operation: {
          }
        }
    }
  }

  struct After: View {
    var body: some View {
      DetailView(id: 1)
        .injectedValues { $0.catalog = MockCatalog(title: "Mock") }
    }
  }
}

@Suite("Recipe 8", .injected(.allowsLostReads)) @MainActor struct Recipe08Tests {
  @Test("A scope around nothing in a task overrides nothing; a modifier of the tree does")
  func modifier() async {
    let before = TreeHost(Recipe08.Before())
    await before.settle()
    #expect(before.outline == "Text \"test\"")
    let after = TreeHost(Recipe08.After())
    await after.settle()
    #expect(after.outline == "Text \"Mock\"")
  }
}
