import InjectionTesting
import Testing
import Users

@testable import greet

@Test("greets by name", .injected { $0.users.name = { "Linus" } })
func greets() async throws {
  #expect(try await Greeter().greeting() == "Hello, Linus!")
}
