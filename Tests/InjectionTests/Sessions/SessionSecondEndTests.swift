import Injection
import TestSupport
import Testing

@Suite("3. Sessions: an end that meets another one, and what else goes on while a session ends")
struct SessionSecondEndTests {
  @Test("An operation that ends its session while another end drains does not keep that waiting")
  func whileAnotherDrains() async {
    let session = InjectedSession()
    let (entered, leave, ended) = (Gate(), Gate(), Counter())
    let operation = Task {
      await session.run {
        entered.open()
        await leave.wait()
        await session.end()
      }
      ended.increment()
    }
    await entered.wait()
    let end = Task {
      await session.end(drain: .seconds(3_600))
      ended.increment()
    }
    while !session.isEnded { await Task.yield() }
    leave.open()
    for _ in 0..<100_000 where ended.value < 2 { await Task.yield() }
    // Without that, both would wait for an hour.
    #expect(ended.value == 2)
    if ended.value == 2 {
      await operation.value
      await end.value
    }
  }

  @Test("An operation that ends its session and the one around is left out of each end once")
  func endsBoth() async {
    let outer = InjectedSession()
    let inner = outer.run { InjectedSession() }
    let (entered, leave, ended) = (Gate(), Gate(), Counter())
    let other = Task {
      await inner.run {
        entered.open()
        await leave.wait()
      }
    }
    await entered.wait()
    await inner.run {
      async let innerEnd: Void = {
        await inner.end(drain: .seconds(3_600))
        ended.increment()
      }()
      while !inner.isEnded { await Task.yield() }
      async let outerEnd: Void = outer.end(drain: .seconds(3_600))
      while !outer.isEnded { await Task.yield() }
      for _ in 0..<1_000 where ended.value == 0 { await Task.yield() }
      #expect(ended.value == 0)
      leave.open()
      _ = await (innerEnd, outerEnd)
    }
    await other.value
  }

  @Test("A session with a teardown that has come too late for the one around takes others")
  func outlastsOuter() async {
    let outer = InjectedSession()
    let torn = Log()
    let last = Guarded<InjectedSession?>(nil)
    let goesOn = Guarded(true)
    @Sendable func open() {
      let inner = outer.run { InjectedSession() }
      inner.onEnd(LeavingKey.self) { _ in if goesOn.withLock(\.self) { open() } }
      _ = inner.run { injected { $0[LeavingKey.self] } }
      last.withLock { $0 = inner }
    }
    let report = await issueReport {
      open()
      await outer.end()
      goesOn.withLock { $0 = false }
      let session = last.withLock(\.self)
      session?.onEnd(LateNumberKey.self) { torn.add("\($0)") }
      _ = session?.run { injected { $0[LateNumberKey.self] } }
      await session?.end()
    }
    #expect(!report.contains("'onEnd' for LateNumberKey"))
    #expect(torn.lines == ["7"])
  }

  @Test("A task that a teardown has left behind waits for the end of a session around")
  func leftBehind() async {
    let (mayEnd, closes, mayClose, closed) = (Gate(), Gate(), Gate(), Counter())
    let outer = InjectedSession()
    outer.onEnd(LeavingKey.self) { _ in
      closes.open()
      await mayClose.wait()
      closed.increment()
    }
    outer.run { _ = injected { $0[LeavingKey.self] } }
    let inner = outer.run { InjectedSession() }
    let left = Guarded<Task<Int, Never>?>(nil)
    inner.onEnd(LeavingKey.self) { _ in
      let task = Task {
        await mayEnd.wait()
        await outer.end()
        return closed.value
      }
      left.withLock { $0 = task }
    }
    inner.run { _ = injected { $0[LeavingKey.self] } }
    await inner.end()
    mayEnd.open()
    await closes.wait()
    mayClose.open()
    let closedBefore = await left.withLock(\.self)?.value
    #expect(closedBefore == 1)
  }

  @Test("An optional number of a session is torn down as any value")
  func optionalNumber() async {
    let seen = Log()
    let session = InjectedSession { $0.renew(OptionalNumberKey.self) }
    session.onEnd(OptionalNumberKey.self) { number in seen.add("\(number ?? 0)") }
    session.run { _ = injected { $0[OptionalNumberKey.self] } }
    await session.end()
    #expect(seen.lines == ["7"])
  }

  @Test("A value that the session's own update has replaced is not torn down")
  func replaced() async {
    let seen = Log()
    let session = InjectedSession {
      $0[OptionalNumberKey.self] = 1
      $0[OptionalNumberKey.self] = 2
    }
    session.onEnd(OptionalNumberKey.self) { number in seen.add("\(number ?? 0)") }
    await session.end()
    #expect(seen.lines == ["2"])
  }

  @Test("What goes with its session, and runs something there as it goes, is reported")
  func runsWhileLettingGo() async {
    let journal = Journal()
    let session = InjectedSession()
    session.onEnd(LeavingKey.self) { _ in journal.note("torn down") }
    session.run { injected { $0[LeavingKey.self] } }.body.withLock {
      $0 = { session.run { journal.note("run") } }
    }
    let report = await issueReport { await session.end() }
    #expect(report.contains("'run' was called on the session of InjectionTests/SessionSecondEnd"))
    #expect(journal.all == ["torn down", "run"])
  }
}

private enum OptionalNumberKey: InjectedInterfaceKey { static var testValue: Int? { 7 } }

private enum LateNumberKey: InjectedInterfaceKey {
  static var testValue: Int { 7 }
  static var lifetime: InjectedLifetime { .session }
}

/// Does something when it goes.
private final class Leaving: Sendable {
  let body = Guarded<@Sendable () -> Void>({})

  deinit { body.withLock { $0 }() }
}

private enum LeavingKey: InjectedInterfaceKey {
  static var testValue: Leaving { Leaving() }
  static var lifetime: InjectedLifetime { .session }
}
