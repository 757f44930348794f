import Injection
import TestSupport
import Testing

/// Values that an owner of one session reads in another one: they are built from what both say.
@Suite("3. Sessions: the teardown of what is of two sessions")
struct SessionMergedValueTests {
  @Test("What is of two sessions is torn down once, though one of them ends while the other does")
  func once() async {
    let closed = Counter()
    let (one, other) = (InjectedSession { $0.number = 2 }, InjectedSession { $0.text = "other" })
    one.onEnd(MergedKey.self) { _ in
      closed.increment()
      await other.end()
    }
    other.onEnd(MergedKey.self) { _ in closed.increment() }
    let owner = one.run { Injected { $0[MergedKey.self] } }
    other.run { #expect(owner().words == "2 other") }
    await one.end()
    await other.end()
    #expect(closed.value == 1)
  }

  @Test("What a session inside keeps is not torn down by the one around")
  func inner() async {
    let closed = Counter()
    let outer = InjectedSession { $0.number = 2 }
    let inner = outer.run { InjectedSession { $0.text = "inner" } }
    outer.onEnd(MergedKey.self) { _ in closed.increment() }
    let owner = inner.run { Injected { $0[MergedKey.self] } }
    let values = outer.run { InjectedValues.current.overriding { $0.number = 5 } }
    let merged = values.run { owner() }
    #expect(merged.words == "5 inner")
    await outer.end()
    #expect(closed.value == 0)
    withExtendedLifetime((merged, inner)) {}
  }
}

private final class Merged: Sendable {
  let words = "\(injected(\.number)) \(injected(\.text))"
}

private enum MergedKey: InjectedInterfaceKey { static var testValue: Merged { Merged() } }
