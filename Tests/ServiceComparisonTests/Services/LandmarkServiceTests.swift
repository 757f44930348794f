import ServiceComparison
import Testing

@Suite("The variants of the landmark service")
struct LandmarkServiceTests {
  private let sample = LandmarkApiModel.mockApiResponse.compactMap(\.domainModel)

  @Test("The mock fills its store, after a delay on the clock that it was given")
  func mockDelay() async throws {
    let clock = ManualClock()
    let service = LandmarkService.mock(delay: .milliseconds(500), clock: clock)
    #expect(await service.store.phase == .idle)

    async let load: Void = service.fetchLandmarks()
    for await _ in clock.sleeps { break }
    #expect(await service.store.phase == .loading)
    clock.advance(by: .milliseconds(500))
    try await load

    #expect(await service.store.phase == .loaded)
    #expect(await service.store.landmarks == sample)
  }

  @Test("A cancelled load throws CancellationError, and is no failure in the store")
  func mockCancellation() async {
    let clock = ManualClock()
    let service = LandmarkService.mock(delay: .milliseconds(500), clock: clock)
    let load = Task { try await service.fetchLandmarks() }
    for await _ in clock.sleeps { break }
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(await service.store.phase == .idle)
  }

  @Test("The mock without a delay does not ask the clock")
  func mockWithoutDelay() async throws {
    let service = LandmarkService.mock(clock: ManualClock())
    try await service.fetchLandmarks()
    #expect(await service.store.landmarks == sample)
  }

  @Test("The mock finds by id and by category, and leaves the store alone")
  func mockQueries() async throws {
    let service = LandmarkService.mock()
    #expect(try await service.fetchLandmark("parthenon")?.country == "Greece")
    #expect(try await service.fetchLandmark("nowhere") == nil)
    #expect(try await service.fetchLandmarksByCategory(.nature).map(\.id) == ["table-mountain"])
    #expect(try await service.fetchLandmarksByCategory(.worship) == [])
    #expect(await service.store.phase == .idle)
  }

  @MainActor @Test("The preview is loaded before anything is awaited")
  func previewIsImmediate() {
    let service = LandmarkService.preview()
    #expect(service.store.phase == .loaded)
    #expect(service.store.landmarks == sample)
  }

  @Test("The preview's endpoints answer from its landmarks")
  func previewQueries() async throws {
    let service = LandmarkService.preview(landmarks: Array(sample.prefix(1)))
    try await service.fetchLandmarks()
    #expect(await service.store.landmarks.count == 1)
    #expect(try await service.fetchLandmark("table-mountain") != nil)
    #expect(try await service.fetchLandmark("parthenon") == nil)
    #expect(try await service.fetchLandmarksByCategory(.nature).count == 1)
  }

  @Test("Every endpoint of the unimplemented variant throws its name")
  func unimplemented() async {
    let service = LandmarkService.unimplemented
    await #expect(throws: UnimplementedEndpoint("LandmarkService.fetchLandmarks")) {
      try await service.fetchLandmarks()
    }
    await #expect(throws: UnimplementedEndpoint("LandmarkService.fetchLandmark")) {
      try await service.fetchLandmark("a")
    }
    await #expect(throws: UnimplementedEndpoint("LandmarkService.fetchLandmarksByCategory")) {
      try await service.fetchLandmarksByCategory(.nature)
    }
  }

  @Test("The unimplemented variant's store is failed, so that no view waits for ever")
  func unimplementedStore() async throws {
    guard case .failed(let error) = await LandmarkService.unimplemented.store.loadingState else {
      Issue.record("not failed")
      return
    }
    #expect(error as? UnimplementedEndpoint == UnimplementedEndpoint("LandmarkService.store"))
    #expect("\(error)".hasPrefix("LandmarkService.store is unimplemented"))
  }

  @Test("One endpoint can be replaced; the copy shares the store")
  func replacement() async throws {
    let original = LandmarkService.preview()
    var copy = original
    copy.fetchLandmark = { _ in nil }
    #expect(try await copy.fetchLandmark("parthenon") == nil)
    #expect(try await original.fetchLandmark("parthenon") != nil)
    #expect(copy.store === original.store)
  }

  @Test("Two services that a factory made share nothing")
  func separateStores() {
    #expect(LandmarkService.mock().store !== LandmarkService.mock().store)
  }
}
