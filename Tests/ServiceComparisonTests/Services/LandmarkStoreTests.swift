import ServiceComparison
import Testing

@MainActor @Suite("The landmark store")
struct LandmarkStoreTests {
  private struct Failure: Error {}
  private let sample = LandmarkApiModel.mockApiResponse.compactMap(\.domainModel)

  @Test("A new store is idle and empty")
  func idle() {
    let store = LandmarkStore()
    #expect(store.phase == .idle)
    #expect(store.landmarks.isEmpty)
  }

  @Test("A load that succeeds goes from idle through loading to loaded")
  func success() {
    let store = LandmarkStore()
    store.setLoading()
    #expect(store.phase == .loading)
    store.setLandmarks(sample, omissions: ["x"])
    #expect(store.phase == .loaded)
    #expect(store.landmarks == sample)
    #expect(store.omissions == ["x"])
  }

  @Test("A load that fails keeps what was loaded before")
  func failure() {
    let store = LandmarkStore(landmarks: sample)
    store.setLoading()
    store.setError(Failure())
    #expect(store.phase == .failed)
    #expect(store.landmarks == sample)
  }

  @Test("A load can be tried again after a failure")
  func retry() {
    let store = LandmarkStore(error: Failure())
    #expect(store.phase == .failed)
    store.setLoading()
    #expect(store.phase == .loading)
    store.setLandmarks([])
    #expect(store.phase == .loaded)
  }

  @Test("A cancelled load leaves an empty store idle, and a filled one loaded")
  func cancellation() {
    let empty = LandmarkStore()
    empty.setLoading()
    empty.setCancelled()
    #expect(empty.phase == .idle)

    let loadedEmpty = LandmarkStore()
    loadedEmpty.setLandmarks([])
    loadedEmpty.setLoading()
    loadedEmpty.setCancelled()
    #expect(loadedEmpty.phase == .loaded)
  }

  @Test("Places are found by id, and featured ones listed in order")
  func queries() {
    let store = LandmarkStore(landmarks: sample)
    #expect(store.landmark(id: "big-ben")?.name == "Big Ben")
    #expect(store.landmark(id: "nowhere") == nil)
    #expect(store.featuredLandmarks.map(\.id) == ["table-mountain"])
  }

  @Test("A store can be made off the main actor")
  func nonisolatedInitialiser() async {
    let store = await Task.detached { LandmarkStore(landmarks: []) }.value
    #expect(store.phase == .loaded)
  }
}

extension LandmarkStore {
  /// The loading state without its error, so that tests can compare it.
  enum Phase: Sendable { case idle, loading, loaded, failed }

  var phase: Phase {
    switch loadingState {
    case .idle: .idle
    case .loading: .loading
    case .loaded: .loaded
    case .failed: .failed
    }
  }
}
