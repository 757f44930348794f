import Injection
import Users
import UsersLive

struct Greeter {
  @Injected(\.users) private var users

  func greeting() async throws -> String {
    "Hello, \(try await users.name())!"
  }
}

@main struct Greet {
  static func main() async throws {
    prepareInjectedValues { $0.registerUsers() }
    let greeter = Greeter()
    print(try await greeter.greeting())
    try await withInjectedValues {
      $0.users.name = { "Grace" }
    } operation: {
      print(try await greeter.greeting())
    }
  }
}
