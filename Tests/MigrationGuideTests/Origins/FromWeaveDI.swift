import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Observation
import Testing

protocol UserService: Sendable {
  func fetchUserName() async throws -> String
}

struct LiveUserService: UserService {
  func fetchUserName() async throws -> String { "Ada" }
}

struct MockUserService: UserService {
  var name: String
  func fetchUserName() async throws -> String { name }
}

enum UserServiceKey: InjectedKey {
  static let liveValue: any UserService = LiveUserService()
  static let testValue: any UserService = MockUserService(name: "test")
  static let previewValue: any UserService = MockUserService(name: "preview")
}

extension InjectedValues {
  var userService: any UserService {
    get { self[UserServiceKey.self] }
    set { self[UserServiceKey.self] = newValue }
  }
}

@MainActor final class UserProfileModel: ObservableModel, Observable {
  @Injected(\.userService) private var userService
  @Observed private(set) var name = ""
  func load() async throws { name = try await userService.fetchUserName() }
}

struct UserProfileView: View {
  @InjectedModel({ UserProfileModel() }) private var model
  var body: some View {
    Text(model.name).task { try? await model.load() }
  }
}

@Suite("From WeaveDI", .injected(.allowsLostReads)) @MainActor struct FromWeaveDITests {
  @Test("A scoped mock ends with its scope, and a preview has preview values")
  func scoped() async throws {
    let model = withInjectedValues {
      $0.userService = MockUserService(name: "Grace")
    } operation: {
      UserProfileModel()
    }
    try await model.load()
    #expect(model.name == "Grace")
    #expect(try await injected(\.userService).fetchUserName() == "test")

    let preview = TreeHost(Preview(traits: .injectedValues()) { UserProfileView() })
    await preview.settle()
    #expect(preview.outline == "Text \"preview\"")
  }
}
