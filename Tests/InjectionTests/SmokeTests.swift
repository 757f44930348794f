import Injection
import Testing

@Suite("Smoke")
struct SmokeTests {
  final class C: Sendable { let n = injected(\.smokeN) }
  @Test func works() {
    let outer = injected(\.smokeC)
    #expect(outer === injected(\.smokeC))
    withInjectedValues { $0.smokeN = 5 } operation: {
      #expect(injected(\.smokeN) == 5)
      #expect(injected(\.smokeC).n == 5)
      #expect(injected(\.smokeC) === injected(\.smokeC))
      #expect(injected(\.smokeC) !== outer)
    }
    #expect(outer === injected(\.smokeC))
  }
}
enum NKey: InjectedKey { static let liveValue = 1; static let testValue = 2 }
enum CKey: InjectedKey { static var liveValue: SmokeTests.C { .init() } }
extension InjectedValues {
  var smokeN: Int { get { self[NKey.self] } set { self[NKey.self] = newValue } }
  var smokeC: SmokeTests.C { get { self[CKey.self] } set { self[CKey.self] = newValue } }
}
