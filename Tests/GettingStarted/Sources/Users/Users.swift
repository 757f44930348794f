import Injection

package struct Users: Sendable {
  package var name: @Sendable () async throws -> String

  package init(name: @escaping @Sendable () async throws -> String) {
    self.name = name
  }
}

package enum UsersKey: InjectedInterfaceKey {
  package static let testValue = Users(name: unimplemented("Users.name"))
}

extension InjectedValues {
  package var users: Users {
    get { self[UsersKey.self] }
    set { self[UsersKey.self] = newValue }
  }
}
