import Injection
import Users

extension InjectedValues {
  package mutating func registerUsers() {
    register(UsersKey.self) { Users { "Ada" } }
  }
}
