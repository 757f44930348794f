import InjectionTesting
import Testing

@testable import greet

@Test("greets by name", .injected { $0.users.name = { "Linus" } })
func greets() async throws {
  #expect(try await Greeter().greeting() == "Hello, Linus!")
}
