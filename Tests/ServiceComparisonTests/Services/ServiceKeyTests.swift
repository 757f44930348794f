import Injection
import ServiceComparison
import Testing

@Suite("The services' keys")
struct ServiceKeyTests {
  @Test("In the test context, users are mocks and all else throws")
  func testContext() async throws {
    try await withInjectedValues {
      $0.context = .test
    } operation: {
      let user = try await injected(\.userService).fetchCurrentUser()
      #expect(user == .test)
      let service = injected(\.landmarkService)
      await #expect(throws: UnimplementedEndpoint.self) { try await service.fetchLandmarks() }
      let client = injected(\.networkClient)
      await #expect(throws: UnimplementedEndpoint.self) {
        try await client.data(from: BundledResource.user.url)
      }
    }
  }

  @Test("In the preview context, the landmarks are there and no network is asked")
  func previewContext() async throws {
    try await withInjectedValues {
      $0.context = .preview
    } operation: {
      let user = try await injected(\.userService).fetchCurrentUser()
      #expect(user == .preview)
      #expect(await injected(\.landmarkService).store.phase == .loaded)
      let data = try await injected(\.networkClient).data(from: BundledResource.user.url)
      #expect(data == BundledResource.user.data)
    }
  }

  @Test("In the live context, the services load the bundled data")
  func liveContext() async throws {
    try await withInjectedValues {
      $0.context = .live
    } operation: {
      #expect(injected(\.userService) is LiveUserService)
      let user = try await injected(\.userService).fetchCurrentUser()
      #expect(user.name == "Ibn Battuta")
      let service = injected(\.landmarkService)
      try await service.fetchLandmarks()
      #expect(await service.store.landmarks.count >= 14)
      #expect(injected(\.serviceLocations) == ServiceLocations())
    }
  }

  @Test("An assignment through each accessor is what its readers get")
  func accessors() async throws {
    let landmarks = LandmarkService.preview()
    let locations = ServiceLocations(landmarks: BundledResource.user.url)
    try await withInjectedValues {
      $0.userService = .preview
      $0.landmarkService = landmarks
      $0.networkClient = .bundled
      $0.serviceLocations = locations
    } operation: {
      let user = try await injected(\.userService).fetchCurrentUser()
      #expect(user == .preview)
      #expect(injected(\.landmarkService).store === landmarks.store)
      #expect(injected(\.serviceLocations) == locations)
      let data = try await injected(\.networkClient).data(from: BundledResource.user.url)
      #expect(data == BundledResource.user.data)
    }
  }
}
