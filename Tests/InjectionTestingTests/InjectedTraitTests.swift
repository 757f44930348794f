import Injection
import InjectionTesting
import Testing

@Suite("Traits")
struct InjectedTraitTests {
  @Test("x", .injected) func x() {}
}
