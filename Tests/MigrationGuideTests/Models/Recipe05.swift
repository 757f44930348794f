import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Observation
import Testing

@MainActor final class SessionModel: ObservableModel, Observable {
  @Injected(\.catalog) private var catalog
  @Observed var visits = 0
  var title: String { "\(catalog.title(of: 1)): \(visits)" }
}

enum Recipe05 {
  enum Before {
    struct RootView: View {
      @State private var session = SessionModel()
      var body: some View {
        VisitsView().environment(session)
      }
    }

    struct VisitsView: View {
      @Environment(SessionModel.self) private var session
      var body: some View {
        Text(session.title)
        Button("Visit") { session.visits += 1 }
      }
    }
  }

  enum After {
    struct RootView: View {
      var body: some View {
        VisitsView().injectedModel { SessionModel() }
      }
    }

    struct VisitsView: View {
      @InjectedModel private var session: SessionModel
      var body: some View {
        Text(session.title)
        Button("Visit") { session.visits += 1 }
      }
    }
  }
}

@Suite("Recipe 5", .injected(.allowsLostReads)) @MainActor struct Recipe05Tests {
  @Test("A model in a view's state is made outside the tree's services; an injected one inside")
  func factory() {
    let before = TreeHost(
      Recipe05.Before.RootView().injectedValues { $0.catalog = MockCatalog(title: "Mock") })
    before.tap("Visit")
    #expect(before.outline.contains("test: 1"))
    let after = TreeHost(
      Recipe05.After.RootView().injectedValues { $0.catalog = MockCatalog(title: "Mock") })
    after.tap("Visit")
    #expect(after.outline.contains("Mock: 1"))
    let session = SessionModel()
    #expect(
      isHeard {
        session.visits += 1
      } by: {
        _ = session.title
      })
  }
}
