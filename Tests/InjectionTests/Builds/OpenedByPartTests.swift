import Injection
import TestSupport
import Testing

@Suite("Rule 2: what a transient part has captured is where its whole is built")
struct OpenedByPartTests {
  @Test("A session that the whole opens there is inside no other", arguments: [false, true])
  func session(isInScope: Bool) async {
    let login = InjectedSession { $0[IsInScopeKey.self] = isInScope }
    // The value stands on nothing of the session.
    let service = login.run { injected { $0[ServiceKey.self] } }
    let own = service.session.run { injected { $0[OwnKey.self] } }
    let issues = await collectingIssues {
      await login.end()
      #expect(!service.session.isEnded)
      #expect(service.session.run { injected { $0[OwnKey.self] } } === own)
      await service.session.end()
    }
    #expect(issues.isEmpty)
  }

  @Test("A session that the whole opens there ends by itself", arguments: [false, true])
  func sessionAlone(isInScope: Bool) async {
    let (session, own) = withInjectedValues {
      $0[IsInScopeKey.self] = isInScope
      $0.renew(ServiceKey.self)
    } operation: {
      let session = injected { $0[ServiceKey.self] }.session
      return (session, session.run { injected { $0[OwnKey.self] } })
    }
    // The scope has gone, and the service with it.
    #expect(session.run { injected { $0[OwnKey.self] } } === own)
    await session.end()
  }
}

private enum IsInScopeKey: InjectedInterfaceKey {
  static var testValue: Bool { false }
}

/// Opens sessions where it was made.
private struct Helper: Sendable {
  private let values = InjectedValues.current

  func open(isInScope: Bool) -> InjectedSession {
    let values = isInScope ? values.overriding { $0.number = 7 } : values
    return values.run { InjectedSession { $0.text = "own" } }
  }
}

private enum HelperKey: InjectedInterfaceKey {
  static var testValue: Helper { Helper() }
  static var lifetime: InjectedLifetime { .transient }
}

private final class Service: Sendable {
  let session: InjectedSession

  init() {
    let isInScope = InjectedValues.peek { $0[IsInScopeKey.self] }
    session = injected { $0[HelperKey.self] }.open(isInScope: isInScope)
  }
}

private enum ServiceKey: InjectedInterfaceKey {
  static var testValue: Service { Service() }
}

private final class Own: Sendable {}

private enum OwnKey: InjectedInterfaceKey {
  static var testValue: Own { Own() }
  static var lifetime: InjectedLifetime { .session }
}
