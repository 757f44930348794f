import EnvironmentTree
import Injection
import InjectionEssentials
import InjectionTesting
import InjectionTree
import ModelObservation
import Observation
import Synchronization
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

    @MainActor final class LandmarkModel: ObservableModel, Observable {
      @Injected(\.catalog) private var catalog
      @Injected(\.clock) private var clock
      @Observed var id = 0
      @Observed private(set) var title = ""
      func load() async throws {
        try await clock.sleep(for: .milliseconds(300))
        title = catalog.title(of: id)
      }
    }

    struct LandmarkView: View {
      @InjectedModel({ LandmarkModel() }) private var model
      var body: some View {
        Text(model.title)
          .task(id: model.id) { try? await model.load() }
        Button("Next") { model.id += 1 }
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

  @Test("What waits for the last of many changes is a task that each change begins anew")
  func pipeline() async throws {
    let clock = TestClock()
    let catalog = AskedCatalog()
    let host = TreeHost(
      Recipe07.After.LandmarkView().injectedValues {
        $0.catalog = catalog
        $0.clock = clock
      })
    await host.settle()
    host.tap("Next")
    await host.settle()
    await clock.advance(by: .milliseconds(200))
    host.tap("Next")
    await host.settle()
    await clock.advance(by: .milliseconds(299))
    #expect(catalog.asked.isEmpty)
    await clock.advance(by: .milliseconds(1))
    await host.finish()
    #expect(catalog.asked == [2])
    #expect(host.outline.contains("Text \"Landmark 2\""))
  }
}

private final class AskedCatalog: Catalog {
  private let ids = Mutex<[Int]>([])
  var asked: [Int] { ids.withLock { $0 } }
  func title(of id: Int) -> String {
    ids.withLock { $0.append(id) }
    return LiveCatalog().title(of: id)
  }
}
