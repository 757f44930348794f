import ServiceComparison
import Testing

@Suite("The variants of the user service")
struct UserServiceTests {
  private struct Failure: Error {}

  @Test("The mock returns its user")
  func mock() async throws {
    #expect(try await MockUserService(user: .test).fetchCurrentUser() == .test)
    #expect(try await MockUserService().fetchCurrentUser() == .preview)
  }

  @Test("The mock that was made with an error throws it")
  func mockError() async {
    await #expect(throws: Failure.self) {
      try await MockUserService(error: Failure()).fetchCurrentUser()
    }
  }

  @Test("The unimplemented variant throws its name")
  func unimplemented() async {
    await #expect(throws: UnimplementedEndpoint("UserService.fetchCurrentUser")) {
      try await UnimplementedUserService().fetchCurrentUser()
    }
  }

  @Test("Variants are found by a leading dot, as an existential too")
  func leadingDot() async throws {
    let services: [any UserService] = [.mock, .preview, .unimplemented]
    #expect(
      services.map { "\(type(of: $0))" } == [
        "MockUserService", "MockUserService", "UnimplementedUserService",
      ])
    #expect(try await services[1].fetchCurrentUser() == .preview)
  }

  @Test("The live variant reads the bundled user through the bundled client")
  func liveOverBundle() async throws {
    let service = LiveUserService(client: .bundled, userURL: BundledResource.user.url)
    #expect(try await service.fetchCurrentUser().name == "Ibn Battuta")
  }
}
