import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Observation
import Testing

enum Recipe07 {
  enum Before {
    @MainActor final class ProfileModel: ObservableObject {
      @Injected(\.catalog) private var catalog
      @Published var title = ""
      @Published var isLoading = false
      func load() { title = catalog.title(of: 1) }
    }

    struct ProfileView: View {
      @StateObject private var model = ProfileModel()
      var body: some View {
        Text(model.title)
        Button("Load") { model.load() }
        Button("Wait") { model.isLoading = true }
      }
    }
  }

  enum After {
    @MainActor final class ProfileModel: ObservableModel, Observable {
      @Injected(\.catalog) private var catalog
      @Observed var title = ""
      @Observed var isLoading = false
      func load() { title = catalog.title(of: 1) }
    }

    struct ProfileView: View {
      @InjectedModel({ ProfileModel() }) private var model
      var body: some View {
        Text(model.title)
        Button("Load") { model.load() }
        Button("Wait") { model.isLoading = true }
      }
    }
  }
}

@Suite("Recipe 7", .injected(.allowsLostReads)) @MainActor struct Recipe07Tests {
  @Test("A state object evaluates its view for each published change; a model for what is read")
  func evaluations() {
    let before = TreeHost(Recipe07.Before.ProfileView())
    before.resetEvaluations()
    before.tap("Wait")
    #expect(before.evaluations.total == 1)

    let after = TreeHost(
      Recipe07.After.ProfileView().injectedValues { $0.catalog = MockCatalog(title: "Mock") })
    after.resetEvaluations()
    after.tap("Wait")
    #expect(after.evaluations.total == 0)
    after.tap("Load")
    #expect(after.evaluations.total == 1)
    #expect(after.outline.contains("Text \"Mock\""))
    let model = Recipe07.After.ProfileModel()
    #expect(
      isHeard {
        model.load()
      } by: {
        _ = model.title
      })
  }
}
