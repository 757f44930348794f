import EnvironmentTree
import Testing

// The services of the seed "Closure-Based Services", and the views of "Environment Integration".

private struct Landmark: Identifiable, Hashable, Sendable {
  let id: String
  let name: String
}

@MainActor @Observable private final class LandmarkStore {
  enum LoadingState {
    case idle
    case loading
    case loaded
    case failed(any Error)
  }

  private(set) var loadingState = LoadingState.idle
  private(set) var landmarks: [Landmark] = []

  nonisolated init() {}

  func setLoading() {
    loadingState = .loading
  }

  func setLandmarks(_ landmarks: [Landmark]) {
    self.landmarks = landmarks
    loadingState = .loaded
  }

  func setError(_ error: any Error) {
    loadingState = .failed(error)
  }
}

private struct LandmarkService: Sendable {
  let store: LandmarkStore
  var fetchLandmarks: @Sendable () async throws -> Void
}

private struct LoadingError: LocalizedError {
  var errorDescription: String? { "The server is gone." }
}

extension LandmarkService {
  fileprivate static func live(
    _ fetch: @escaping @Sendable () async throws -> [Landmark]
  ) -> LandmarkService {
    let store = LandmarkStore()
    return LandmarkService(
      store: store,
      fetchLandmarks: {
        await store.setLoading()
        do {
          await store.setLandmarks(try await fetch())
        } catch {
          await store.setError(error)
          throw error
        }
      })
  }

  @MainActor fileprivate static func preview() -> LandmarkService {
    let store = LandmarkStore()
    store.setLandmarks([Landmark(id: "1", name: "Preview Rock")])
    return LandmarkService(store: store, fetchLandmarks: {})
  }

  fileprivate static let unimplemented = LandmarkService(
    store: LandmarkStore(), fetchLandmarks: { fatalError("fetchLandmarks not implemented") })
}

private struct AnalyticsService: Sendable {
  let name: String
  static let unimplemented = AnalyticsService(name: "unimplemented")
}

private struct Services: Sendable {
  let landmarks: LandmarkService
  let analytics: AnalyticsService
}

private enum LandmarkServiceKey: EnvironmentKey {
  static var defaultValue: LandmarkService { .unimplemented }
}

private enum AnalyticsServiceKey: EnvironmentKey {
  static var defaultValue: AnalyticsService { .unimplemented }
}

extension EnvironmentValues {
  fileprivate var landmarkService: LandmarkService {
    get { self[LandmarkServiceKey.self] }
    set { self[LandmarkServiceKey.self] = newValue }
  }
  fileprivate var analyticsService: AnalyticsService {
    get { self[AnalyticsServiceKey.self] }
    set { self[AnalyticsServiceKey.self] = newValue }
  }
}

extension View {
  fileprivate func services(_ services: Services) -> some View {
    environment(\.landmarkService, services.landmarks)
      .environment(\.analyticsService, services.analytics)
  }
}

private struct LandmarkListView: View {
  @Environment(\.landmarkService) private var landmarkService

  private var store: LandmarkStore { landmarkService.store }

  var body: some View {
    Group {
      switch store.loadingState {
      case .idle, .loading:
        ProgressView("Loading landmarks...")
      case .failed(let error):
        ContentUnavailableView(
          "Unable to Load",
          systemImage: "exclamationmark.triangle",
          description: Text(error.localizedDescription)
        )
      case .loaded:
        landmarksList
      }
    }
    .navigationTitle("Landmarks")
  }

  private var landmarksList: some View {
    List(store.landmarks) { landmark in
      NavigationLink(landmark.name) { LandmarkDetail(landmark: landmark) }
    }
  }
}

private struct LandmarkDetail: View {
  let landmark: Landmark
  @Environment(\.analyticsService) private var analytics
  var body: some View { Text("\(landmark.name), counted by \(analytics.name)") }
}

private struct LandmarksApp: App {
  let appServices = Services(
    landmarks: .live { [Landmark(id: "1", name: "Live Rock")] },
    analytics: AnalyticsService(name: "live"))

  var body: some Scene {
    WindowGroup {
      NavigationStack { LandmarkListView() }
        .task { try? await appServices.landmarks.fetchLandmarks() }
        .services(appServices)
    }
  }
}

@Suite("Seeds: Closure-Based Services, Environment Integration") @MainActor
struct LandmarkSeedTests {
  @Test("An app's services reach the list and the destination, and their store is observed")
  func live() async {
    let host = TreeHost(LandmarksApp())
    #expect(host.outline == "ProgressView \"Loading landmarks...\"")
    await host.settle()
    #expect(host.outline == "List\n  Button \"Live Rock\"")
    host.tap("Live Rock")
    #expect(host.presented.map(\.outline) == ["Text \"Live Rock, counted by live\""])
  }

  @Test("A failure is shown")
  func failure() async {
    let service = LandmarkService.live { throw LoadingError() }
    let host = TreeHost(
      LandmarkListView().environment(\.landmarkService, service)
        .task { try? await service.fetchLandmarks() })
    await host.settle()
    #expect(
      host.outline == "ContentUnavailableView \"Unable to Load\"\n  Text \"The server is gone.\"")
  }

  @Test("A preview's store is filled at once, where that is done on the main actor")
  func preview() {
    let services = Services(landmarks: .preview(), analytics: .unimplemented)
    let host = TreeHost(Preview { NavigationStack { LandmarkListView() }.services(services) })
    #expect(host.outline == "List\n  Button \"Preview Rock\"")
  }

  @Test("An unimplemented service's store can be read all the same: the view loads for ever")
  func unimplemented() async {
    let host = TreeHost(LandmarkListView())
    await host.settle()
    #expect(host.outline == "ProgressView \"Loading landmarks...\"")
  }

  @Test("A service of closures that is made anew in a body has its readers evaluated each time")
  func madeAnew() {
    struct Parent: View {
      let held: LandmarkService
      let isHeld: Bool
      @State private var turn = 0
      var body: some View {
        Button("Turn \(turn)") { turn += 1 }
        LandmarkListView().environment(\.landmarkService, isHeld ? held : .preview())
      }
    }
    for isHeld in [true, false] {
      let host = TreeHost(Parent(held: .preview(), isHeld: isHeld))
      host.resetEvaluations()
      host.tap("Turn 0")
      #expect(host.evaluations["LandmarkListView"] == (isHeld ? 0 : 1))
    }
  }
}
