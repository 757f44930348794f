import Injection
import TestSupport
import Testing

@Suite("Rule 2: a session that a default opens is in no session of the reader's")
struct OpenedSessionTests {
  @Test("What has escaped a session that the default drops reads on once the reader's has ended")
  func dropped() async {
    let issues = await collectingIssues {
      let login = InjectedSession()
      let castaway = login.run { injected { $0[WreckKey.self] } }.castaway
      let anchor = castaway.anchor()
      #expect(anchor.text == "wreck")
      await login.end()
      #expect(castaway.anchor() === anchor)
    }
    #expect(issues.isEmpty)
  }
}

private final class Anchor: Sendable {
  let text = injected(\.text)
}

/// Reads on after its session has gone.
private final class Castaway: Sendable {
  private let first = injected { $0[AnchorKey.self] }
  let anchor = Injected { $0[AnchorKey.self] }
}

/// Is kept in the reader's session, and drops its own.
private final class Wreck: Sendable {
  private let anchor = injected { $0[AnchorKey.self] }
  let castaway: Castaway

  init() {
    castaway = InjectedSession { $0.text = "wreck" }.run { injected { $0[CastawayKey.self] } }
  }
}

private enum CastawayKey: InjectedInterfaceKey { static var testValue: Castaway { Castaway() } }
private enum WreckKey: InjectedInterfaceKey { static var testValue: Wreck { Wreck() } }

private enum AnchorKey: InjectedInterfaceKey {
  static var testValue: Anchor { Anchor() }
  static var lifetime: InjectedLifetime { .session }
}
