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

  @Test("What an owner of a session gives a scope that a default has opened ends with the session")
  func openedInBuild() async {
    let closed = Counter()
    let session = InjectedSession { $0.number = 2 }
    session.onEnd(MergedKey.self) { _ in closed.increment() }
    let owner = session.run { Injected { $0[MergedKey.self] } }
    let values = InjectedValues.current.overriding { $0[PlaceNameKey.self] = "here" }
    let opened = values.run { injected { $0[OpenerKey.self] } }.values
    weak let merged = opened.run { owner() }
    #expect(merged?.words == "2 opened")
    await session.end()
    #expect(closed.value == 1)
    #expect(merged == nil)
    withExtendedLifetime((values, opened)) {}
  }

  @Test("What decorates a session's key is made in each session, also around an assigned value")
  func decorated() async {
    let closed = Counter()
    let outside = withInjectedValues {
      $0[TicketKey.self] = Ticket("paper")
      $0.decorate(TicketKey.self) { Ticket("stamped \($0.text) for \(injected(\.text))") }
    } operation: {
      InjectedValues.current
    }
    let sessions = ["Ada", "Bob"].map { name in
      outside.run { InjectedSession { $0.text = name } }
    }
    let tickets = sessions.map { $0.run { injected { $0[TicketKey.self] } } }
    #expect(tickets.map(\.text) == ["stamped paper for Ada", "stamped paper for Bob"])
    let unchanged = outside.run { [InjectedSession(), InjectedSession()] }
    for session in unchanged { session.onEnd(TicketKey.self) { _ in closed.increment() } }
    let others = unchanged.map { session in session.run { injected { $0[TicketKey.self] } } }
    #expect(others[0] !== others[1])
    #expect(unchanged[0].run { injected { $0[TicketKey.self] } } === others[0])
    for session in unchanged + sessions { await session.end() }
    #expect(closed.value == 2)
    #expect(outside.run { injected { $0[TicketKey.self] } } !== others[0])
  }
}

private final class Ticket: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

private enum TicketKey: InjectedInterfaceKey {
  static var testValue: Ticket { Ticket("none") }
  static var lifetime: InjectedLifetime { .session }
}

private final class Merged: Sendable {
  let words = "\(injected(\.number)) \(injected(\.text))"
}

private enum MergedKey: InjectedInterfaceKey { static var testValue: Merged { Merged() } }

private enum PlaceNameKey: InjectedInterfaceKey { static var testValue: String { "nowhere" } }

/// Opens a scope, and is kept where its place is known.
private final class Opener: Sendable {
  let place = injected { $0[PlaceNameKey.self] }
  let values = InjectedValues.current.overriding { $0.text = "opened" }
}

private enum OpenerKey: InjectedInterfaceKey { static var testValue: Opener { Opener() } }
