import Injection
import TestSupport
import Testing

@Suite("Rule 2: what a part has captured is where its whole is built, and goes with that")
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

  @Test("What is built through a part whose scope, on an owner's, has gone goes with the whole")
  func partOfScopeThatHasGone() {
    let owner = withInjectedValues {
      $0[IsInScopeKey.self] = true
    } operation: {
      Injected { $0[RailPartKey.self] }
    }
    weak var user: RailUser?
    withInjectedValues {
      $0[RailOwnerKey.self] = owner
    } operation: {
      let values = injected { $0[RailKey.self] }.part.values
      user = values[RailUserKey.self]
      #expect(user != nil)
      #expect(values[RailUserKey.self] === user)
    }
    #expect(user == nil)
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

private final class RailPart: Sendable {
  let values = InjectedValues.current
}

private enum RailPartKey: InjectedInterfaceKey { static var testValue: RailPart { RailPart() } }

private enum RailOwnerKey: InjectedInterfaceKey {
  static var testValue: Injected<RailPart> { Injected { $0[RailPartKey.self] } }
}

/// Makes a part in a scope on an owner's, which has gone when the part is asked.
private final class Rail: Sendable {
  let part = withInjectedValues(from: injected { $0[RailOwnerKey.self] }) {
    $0.register(RailPartKey.self) { RailPart() }
  } operation: {
    injected { $0[RailPartKey.self] }
  }
}

private enum RailKey: InjectedInterfaceKey { static var testValue: Rail { Rail() } }

private final class RailUser: Sendable {
  let part = injected { $0[RailPartKey.self] }
  let rail = injected { $0[RailKey.self] }
}

private enum RailUserKey: InjectedInterfaceKey { static var testValue: RailUser { RailUser() } }
