import Injection
import TestSupport
import Testing

@Suite("3. Sessions: draining, how they end, and who keeps what")
struct SessionDrainTests {
  // MARK: Draining

  @Test("An end that drains waits for the operations that run, and for those that they begin")
  func drains() async {
    let journal = Journal()
    let session = InjectedSession { $0.journal = journal }
    session.onEnd(JournalKey.self) { $0.note("torn down") }
    let (entered, leave) = (Gate(), Gate())
    let operation = Task {
      await session.run {
        entered.open()
        await leave.wait()
        session.run { injected(\.journal).note("inside") }
      }
    }
    await entered.wait()
    let end = Task { await session.end(drain: .seconds(3_600)) }
    while !session.isEnded { await Task.yield() }
    let report = await issueReport { session.run { journal.note("from outside") } }
    #expect(report.contains("'run' was called on the session of"))
    leave.open()
    await operation.value
    await end.value
    #expect(journal.all == ["from outside", "inside", "torn down"])
  }

  @Test("An operation that passes through another session is still one of the first")
  func passesThrough() async {
    let other = InjectedSession()
    let session = InjectedSession()
    let (entered, leave) = (Gate(), Gate())
    let operation = Task {
      await session.run {
        entered.open()
        await leave.wait()
        return await collectingIssues {
          await other.run { await session.run { await Task.yield() } }
        }
      }
    }
    await entered.wait()
    let end = Task { await session.end(drain: .seconds(3_600)) }
    while !session.isEnded { await Task.yield() }
    leave.open()
    #expect(await operation.value.isEmpty)
    await end.value
    await other.end()
  }

  @Test("What an operation registers while its session drains is torn down")
  func registersLate() async {
    let journal = Journal()
    let session = InjectedSession { $0.journal = journal }
    let (entered, leave) = (Gate(), Gate())
    let operation = Task {
      await session.run {
        entered.open()
        await leave.wait()
        _ = injected(\.accountStore)
        session.onEnd(AccountStoreKey.self) { await $0.close() }
      }
    }
    await entered.wait()
    let end = Task { await session.end(drain: .seconds(3_600)) }
    while !session.isEnded { await Task.yield() }
    leave.open()
    await operation.value
    await end.value
    #expect(journal.all == ["closed nobody's database"])
  }

  @Test("An end that drains ends at once where nothing runs, and when the time is up")
  func limits() async {
    let idle = InjectedSession()
    await idle.end(drain: .seconds(3_600))
    let session = InjectedSession { $0.account = "Ada" }
    let closed = Counter()
    session.onEnd(AccountKey.self) { _ in closed.increment() }
    let (entered, leave) = (Gate(), Gate())
    let operation = Task {
      await session.run {
        entered.open()
        await leave.wait()
      }
    }
    await entered.wait()
    await session.end(drain: .milliseconds(1))
    #expect(closed.value == 1)
    leave.open()
    await operation.value
  }

  @Test("An operation that ends its own session waits for the others, not for itself")
  func endsItself() async {
    let session = InjectedSession { $0.account = "Ada" }
    let (entered, leave) = (Gate(), Gate())
    let other = Task {
      await session.run {
        entered.open()
        await leave.wait()
        return injected(\.account)
      }
    }
    await entered.wait()
    await session.run {
      leave.open()
      await session.end(drain: .seconds(3_600))
    }
    #expect(await other.value == "Ada")
  }

  @Test("Operations that all end their session, and one inside another, do not wait for each other")
  func endTogether() async {
    let session = InjectedSession { $0.account = "Ada" }
    let torn = Counter()
    session.onEnd(AccountKey.self) { _ in torn.increment() }
    let all = Meeting(3)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await session.run {
            all.note()
            await all.wait()
            await session.run {
              async let again: Void = session.end(drain: .seconds(3_600))
              await session.end(drain: .seconds(3_600))
              await again
            }
          }
        }
      }
    }
    #expect(torn.value == 1)
  }

  @Test("A task that an operation has left behind waits for the operations of others")
  func leftBehind() async {
    let journal = Journal()
    let session = InjectedSession { $0.journal = journal }
    session.onEnd(JournalKey.self) { $0.note("torn down") }
    let (entered, leave, left) = (Gate(), Gate(), Gate())
    async let other: Void = session.run {
      entered.open()
      await leave.wait()
      journal.note("other")
    }
    await entered.wait()
    let end = await session.run { () async in
      Task {
        await left.wait()
        await session.end(drain: .seconds(3_600))
      }
    }
    left.open()
    while !session.isEnded { await Task.yield() }
    leave.open()
    await other
    await end.value
    #expect(journal.all == ["other", "torn down"])
  }

  @Test("An operation whose task ends the session is not waited for; the others still are")
  func endsInTask() async {
    let journal = Journal()
    let session = InjectedSession { $0.journal = journal }
    session.onEnd(JournalKey.self) { $0.note("torn down") }
    let (entered, leave) = (Gate(), Gate())
    async let other: Void = session.run {
      entered.open()
      await leave.wait()
      for _ in 0..<10 { await Task.yield() }
      journal.note("other")
    }
    await entered.wait()
    let end = await session.run { () async in
      let end = Task { await session.end(drain: .seconds(3_600)) }
      while !session.isEnded { await Task.yield() }
      return end
    }
    leave.open()
    await other
    await end.value
    #expect(journal.all == ["other", "torn down"])
  }

  @Test(
    "Once its values are torn down, nobody but the teardowns enters a session anew",
    arguments: [Duration.zero, .milliseconds(1)])
  func entersWhileItTearsDown(drain: Duration) async {
    let session = InjectedSession { $0.account = "Ada" }
    let (entered, tearing, tried) = (Gate(), Gate(), Gate())
    session.onEnd(AccountKey.self) { account in
      #expect(session.run { injected(\.account) } == account)
      tearing.open()
      await tried.wait()
    }
    async let operation = session.run {
      entered.open()
      await tearing.wait()
      let report = await issueReport { session.run {} }
      tried.open()
      return report
    }
    await entered.wait()
    await session.end(drain: drain)
    #expect(await operation.contains("'run' was called on the session of"))
  }

  @Test("A time to drain may be as long as there is")
  func longest() async {
    let session = InjectedSession()
    let (entered, leave) = (Gate(), Gate())
    async let operation: Void = session.run {
      entered.open()
      await leave.wait()
    }
    await entered.wait()
    async let end: Void = session.end(drain: .seconds(Int64.max))
    while !session.isEnded { await Task.yield() }
    leave.open()
    await operation
    await end
  }

  @Test("An end that waits for nothing is done by the caller's own task")
  func atOnce() async {
    final class Ending: Sendable {
      let ended: Gate
      let task = Task<Void, Never>.currentHash
      init(_ ended: Gate) { self.ended = ended }
      deinit { if Task<Void, Never>.currentHash == task { ended.open() } }
    }
    let ended = Gate()
    let session = InjectedSession { $0.register(ObjectKey.self) { Ending(ended) } }
    session.onEnd(LibraryKey.self) { _ in }
    session.run { _ = injected { $0[ObjectKey.self] } }
    await session.end(drain: .seconds(1))
    await ended.wait()
  }

  // MARK: How it ended

  @Test("A teardown learns whether the session ended by itself, by an error, or was dropped")
  func outcome() async {
    let journal = Journal()
    let torn = Gate()
    func makeSession() -> InjectedSession {
      let session = InjectedSession { $0.account = "Ada" }
      session.onEnd(AccountKey.self) { account, outcome in
        switch outcome {
        case .finished: journal.note("\(account) finished")
        case .failed(let error): journal.note("\(account) failed: \(error)")
        case .dropped: journal.note("\(account) dropped")
        }
        if case .dropped = outcome { torn.open() }
      }
      session.onEnd(\.account) { account, outcome in
        if case .failed = outcome { journal.note("\(account), by its accessor") }
      }
      return session
    }
    await makeSession().end()
    await makeSession().end(throwing: Refused())
    let report = await issueReport { _ = makeSession() }
    await torn.wait()
    #expect(
      journal.all == [
        "Ada finished", "Ada, by its accessor", "Ada failed: Refused()", "Ada dropped",
      ])
    #expect(report.contains("was dropped without 'end()': the teardown of AccountKey"))
    #expect(report.contains("runs now, in a task that nobody waits for"))
  }

  @Test("The teardowns of a dropped session read what it has, and its values go")
  func dropped() async {
    let journal = Journal()
    let torn = Gate()
    weak var store: AccountStore?
    _ = await issueReport {
      let session = InjectedSession {
        $0.account = "Ada"
        $0.journal = journal
      }
      store = session.run { injected(\.accountStore) }
      session.onEnd(AccountStoreKey.self) { store in
        await store.close()
        journal.note(injected(\.account))
      }
      session.onEnd(AccountKey.self) { _ in torn.open() }
    }
    await torn.wait()
    #expect(journal.all == ["closed Ada's database", "Ada"])
    while store != nil { await Task.yield() }
  }

  // MARK: Who keeps what

  @Test("A teardown for what the process keeps is an issue that names renew, which mends it")
  func keptElsewhere() async {
    let closed = Counter()
    func end(_ session: InjectedSession, byAccessor: Bool = false) async {
      if byAccessor {
        session.onEnd(\.library) { _ in closed.increment() }
      } else {
        session.onEnd(LibraryKey.self) { _ in closed.increment() }
      }
      _ = session.run { injected(\.library) }
      await session.end()
    }
    for byAccessor in [false, true] {
      let report = await issueReport { await end(InjectedSession(), byAccessor: byAccessor) }
      #expect(
        report.contains("'onEnd' for LibraryKey in the session of InjectionTests/SessionDrain"))
      #expect(report.contains("its value is kept by the scope of InjectionTests/SessionDrainTests"))
      #expect(report.contains("write 'InjectedSession { $0.renew(LibraryKey.self) }'"))
    }
    #expect(closed.value == 0)
    let registered = await withInjectedValues {
      $0.register(LibraryKey.self) { Library() }
    } operation: {
      await issueReport { await end(InjectedSession()) }
    }
    #expect(registered.contains("write 'InjectedSession { $0.register(LibraryKey.self) { … } }'."))
    await end(InjectedSession { $0.renew(LibraryKey.self) })
    await end(InjectedSession { $0.renew(\.library) }, byAccessor: true)
    #expect(closed.value == 2)
  }

  @Test("A teardown for what was never read, or what a scope outside assigns, is no issue")
  func nothingToDo() async {
    let unread = InjectedSession()
    unread.onEnd(AccountStoreKey.self) { await $0.close() }
    await unread.end()
    let journal = Journal()
    await withInjectedValues {
      $0.accountStore = AccountStore()
      $0.journal = journal
    } operation: {
      let session = InjectedSession()
      session.onEnd(\.accountStore) { await $0.close() }
      _ = session.run { injected(\.accountStore) }
      await session.end()
    }
    #expect(journal.all == [])
  }

  @Test("A deinitialiser that runs at the end reads what the session had")
  func deinitialiser() async {
    final class Goodbye: Sendable {
      let account = Injected(\.account)
      let store = Injected(\.accountStore)
      let journal = injected(\.journal)
      deinit { journal.note("\(account()) leaves \(store().owner)'s database") }
    }
    enum GoodbyeKey: InjectedKey {
      static var liveValue: Goodbye { Goodbye() }
      static var testValue: Goodbye { Goodbye() }
      static var lifetime: InjectedLifetime { .session }
    }
    let journal = Journal()
    let session = InjectedSession {
      $0.account = "Ada"
      $0.journal = journal
    }
    session.run { _ = (injected(\.accountStore), injected { $0[GoodbyeKey.self] }) }
    await session.end()
    #expect(journal.all == ["Ada leaves Ada's database"])
  }
}

private struct Refused: Error {}

private enum ObjectKey: InjectedInterfaceKey {
  static var testValue: any Sendable { 0 }
  static var lifetime: InjectedLifetime { .session }
}

extension Task where Success == Void, Failure == Never {
  fileprivate static var currentHash: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
