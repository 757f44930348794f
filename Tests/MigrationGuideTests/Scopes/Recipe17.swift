import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

enum Recipe17 {
  enum Before {
    typealias DetailView = Recipe04.Before.DetailView

    struct CompareView: View {
      var body: some View {
        DetailView(id: 1).environment(\.catalog, MockCatalog(title: "Left"))
        DetailView(id: 1).environment(\.catalog, MockCatalog(title: "Right"))
      }
    }
  }

  enum After {
    typealias DetailView = Recipe04.After.DetailView

    struct CompareView: View {
      var body: some View {
        DetailView(id: 1).injectedValues { $0.catalog = MockCatalog(title: "Left") }
        DetailView(id: 1).injectedValues { $0.catalog = MockCatalog(title: "Right") }
      }
    }
  }
}

@Suite("Recipe 17", .injected(.allowsLostReads)) @MainActor struct Recipe17Tests {
  @Test("Two subtrees have different services at once, in bodies and in models")
  func both() async {
    let before = TreeHost(Recipe17.Before.CompareView())
    await before.settle()
    #expect(before.outline == "Text \"Left\"\nText \"Right\"")
    let after = TreeHost(Recipe17.After.CompareView())
    await after.settle()
    #expect(after.outline == "Text \"Left\"\nText \"Right\"")
  }
}
