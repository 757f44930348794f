import Injection
import InjectionTesting
import TestSupport
import Testing

/// What is built for readers of a session that has ended: nobody keeps it.
@Suite("Rule 6: a value that is made after the end is made once for each read")
struct SessionLateValuesTests {
  @Test(
    "A graph is built once for each read, however often its services are read",
    arguments: [false, true])
  func shared(hasRead: Bool) async {
    let report = await issueReport {
      let session = InjectedSession { $0.account = "Ada" }
      if hasRead { session.run { _ = injected { $0[LoneKey.self] } } }
      let values = session.run { InjectedValues.current }
      await session.end()
      let top = values.run { injected { $0[TwinKey<TwinKey<TwinKey<LoneKey>>>.self] } }
      #expect(top.leaves == 8)
      #expect(Set(top.all.map { ObjectIdentifier($0) }).count == 4)
      #expect(values.run { injected { $0[LoneKey.self] } } !== top.all.last)
      weak let other = values.run { injected { $0[TwinKey<LoneKey>.self] } }
      #expect(other == nil)
    }
    #expect(report.contains("which has ended"))
  }

  @Test("A read is not reported as a value that came too late as well")
  func reportedOnce() async {
    let session = InjectedSession { $0.account = "Ada" }
    session.onEnd(LoneKey.self) { _ in }
    let values = session.run { InjectedValues.current }
    _ = values[LoneKey.self]
    await session.end()
    let issues = await expectingIssues { _ = values.run { injected { $0[LoneKey.self] } } }
    #expect(issues.allSatisfy { !$0.message.contains("had torn down its values") })
  }

  @Test("Values that each read the next one go on, and each goes when it is replaced")
  func chain() async {
    let report = await collectingIssues {
      let session = InjectedSession { $0.account = "Ada" }
      var light = session.run { injected { $0[RedKey.self] } }
      await session.end()
      weak var last: Light?
      var stays = 0
      for _ in 1...300 {
        last = light
        light = light.next()
        if last != nil { stays += 1 }
      }
      #expect(stays == 0)
      #expect(light.isRed)
    }
    #expect(report.allSatisfy { $0.message.contains("which has ended") })
  }

  @Test("A scope inside in which another one decides has one of its own")
  func decidedInside() async {
    _ = await issueReport {
      let session = InjectedSession { $0.account = "Ada" }
      let values = session.run { InjectedValues.current }
      await session.end()
      let both = values.run { injected { $0[DecidedTwiceKey.self] } }
      #expect(both.map(\.account) == ["Ada", "Bob", "Ada"])
      #expect(both[0] === both[2])
    }
  }
}

/// Reads two of the key below, which are one.
private final class Twin: Sendable {
  let account = injected(\.account)
  let inner: [Twin]

  init(_ inner: [Twin]) { self.inner = inner }

  /// How many leaves there are, each counted as often as it is read.
  var leaves: Int { inner.isEmpty ? 1 : inner.map(\.leaves).reduce(0, +) }
  var all: [Twin] { [self] + inner.flatMap(\.all) }
}

private enum LoneKey: InjectedInterfaceKey {
  static var testValue: Twin { Twin([]) }
}

private enum TwinKey<Inner: InjectedInterfaceKey>: InjectedInterfaceKey
where Inner.Value == Twin {
  static var testValue: Twin { Twin([injected { $0[Inner.self] }, injected { $0[Inner.self] }]) }
}

private enum DecidedTwiceKey: InjectedInterfaceKey {
  static var testValue: [Twin] {
    let inside = InjectedValues.current.overriding { $0.account = "Bob" }
    let first = injected { $0[LoneKey.self] }
    return [first, inside.run { injected { $0[LoneKey.self] } }, injected { $0[LoneKey.self] }]
  }
}

private final class Light: Sendable {
  let isRed: Bool
  let next: Injected<Light>
  private let account = injected(\.account)

  init(isRed: Bool, next: Injected<Light>) {
    self.isRed = isRed
    self.next = next
  }
}

private enum RedKey: InjectedInterfaceKey {
  static var testValue: Light { Light(isRed: true, next: Injected { $0[GreenKey.self] }) }
}

private enum GreenKey: InjectedInterfaceKey {
  static var testValue: Light { Light(isRed: false, next: Injected { $0[RedKey.self] }) }
}
