import Injection

struct Users: Sendable {
  var name: @Sendable () async throws -> String
}

enum UsersKey: InjectedKey {
  static let liveValue = Users { "Ada" }
  static let testValue = Users(name: unimplemented("Users.name"))
}

extension InjectedValues {
  var users: Users {
    get { self[UsersKey.self] }
    set { self[UsersKey.self] = newValue }
  }
}
