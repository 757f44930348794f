import Injection
import TestSupport
import Testing

@Suite("3. Sessions: teardown, once and in reverse order")
struct SessionTeardownTests {
  private static func session(_ journal: Journal) -> InjectedSession {
    let session = InjectedSession {
      $0.account = "Ada"
      $0.journal = journal
    }
    session.onEnd(AccountStoreKey.self) { _ in journal.note("database") }
    session.onEnd(InboxKey.self) { _ in journal.note("inbox") }
    session.onEnd(LibraryKey.self) { _ in journal.note("library") }
    session.onEnd(AccountKey.self) { journal.note("account \($0)") }
    return session
  }

  @Test("What was made last goes first, whatever the order of registration")
  func order() async {
    let journal = Journal()
    let session = Self.session(journal)
    _ = session.run { injected(\.inbox) }
    await session.end()
    #expect(journal.all == ["inbox", "database", "account Ada"])
  }

  @Test("Nothing is built for a teardown, and what is shared is not torn down")
  func onlyWhatExists() async {
    let journal = Journal()
    let session = Self.session(journal)
    _ = session.run { injected(\.library) }
    let report = await issueReport { await session.end() }
    #expect(journal.all == ["account Ada"])
    #expect(report.contains("'onEnd' for LibraryKey in the session of"))
  }

  @Test("What is assigned and decorated is torn down once, read or not", arguments: 0...2)
  func decorated(reads: Int) async {
    let journal = Journal()
    let session = InjectedSession {
      $0.account = "Ada"
      $0.decorate(AccountKey.self) { $0 + " L." }
      $0.decorate(AccountKey.self) { "Lady " + $0 }
    }
    session.onEnd(AccountKey.self) { journal.note($0) }
    for _ in 0..<reads { _ = session.run { injected(\.account) } }
    await session.end()
    // Nothing is built for a teardown.
    #expect(journal.all == [reads == 0 ? "Ada" : "Lady Ada L."])
  }

  @Test("What is built and decorated is torn down once, read or not", arguments: 0...2)
  func decoratedDefault(reads: Int) async {
    let journal = Journal()
    let session = InjectedSession {
      $0.renew(AccountKey.self)
      _ = $0[AccountKey.self]
      $0.decorate(AccountKey.self) { $0 + "'s" }
      $0.decorate(AccountKey.self) { $0 + " guest" }
    }
    session.onEnd(AccountKey.self) { journal.note($0) }
    for _ in 0..<reads { _ = session.run { injected(\.account) } }
    await session.end()
    #expect(journal.all == [reads == 0 ? "nobody" : "nobody's guest"])
  }

  @Test("What the session has built is torn down, also where a scope inside decorates it")
  func builtAndDecoratedInside() async {
    let journal = Journal()
    let session = InjectedSession { $0.renew(AccountKey.self) }
    session.onEnd(AccountKey.self) { journal.note($0) }
    let inside = session.run {
      InjectedValues.current.overriding { $0.decorate(AccountKey.self) { $0 + "'s" } }
    }
    #expect(inside.run { injected(\.account) } == "nobody's")
    await session.end()
    #expect(journal.all == ["nobody's", "nobody"])
    withExtendedLifetime(inside) {}
  }

  @Test("What is prepared and decorated outside is torn down once, read or not", arguments: 0...2)
  func preparedAndDecorated(reads: Int) async throws {
    let journal = Journal()
    try await withInjectedValues {
      $0.decorate(LeaseKey.self) { Lease("decorated " + $0.name) }
    } operation: {
      let session = InjectedSession()
      session.onEnd(LeaseKey.self) { journal.note($0.name) }
      try await session.run { try await InjectedValues.prepare(LeaseKey.self) }
      for _ in 0..<reads { _ = session.run { injected { $0[LeaseKey.self] } } }
      await session.end()
    }
    #expect(journal.all == [reads == 0 ? "lease" : "decorated lease"])
  }

  @Test("What a scope inside decorates is torn down, and so is what the session has assigned")
  func decoratedInside() async {
    let journal = Journal()
    let session = InjectedSession { $0.account = "Ada" }
    session.onEnd(AccountKey.self) { journal.note($0) }
    let inside = session.run {
      InjectedValues.current.overriding { $0.decorate(AccountKey.self) { $0 + " L." } }
    }
    #expect(inside.run { injected(\.account) } == "Ada L.")
    await session.end()
    #expect(journal.all == ["Ada L.", "Ada"])
    withExtendedLifetime(inside) {}
  }

  @Test("Several teardowns of one key run in the reverse order of their registration")
  func several() async {
    let journal = Journal()
    let session = InjectedSession { $0.account = "Ada" }
    for number in 1...3 { session.onEnd(AccountKey.self) { _ in journal.note("\(number)") } }
    await session.end()
    #expect(journal.all == ["3", "2", "1"])
  }

  @Test("A teardown registered after the value was built runs too")
  func late() async {
    let journal = Journal()
    let session = InjectedSession { $0.journal = journal }
    _ = session.run { injected(\.accountStore) }
    session.onEnd(AccountStoreKey.self) { await $0.close() }
    await session.end()
    #expect(journal.all == ["closed nobody's database"])
  }

  @Test("Each teardown runs once, however often and from however many tasks end is called")
  func once() async {
    let journal = Journal()
    let session = Self.session(journal)
    _ = session.run { injected(\.inbox) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { await session.end() } }
    }
    await session.end()
    #expect(journal.all == ["inbox", "database", "account Ada"])
  }

  @Test("A second end waits for the first")
  func secondWaits() async {
    let journal = Journal()
    let (entered, leave) = (Gate(), Gate())
    let session = InjectedSession { $0.account = "Ada" }
    session.onEnd(AccountKey.self) { _ in
      entered.open()
      await leave.wait()
      journal.note("torn down")
    }
    async let first: Void = session.end()
    await entered.wait()
    async let second: Void = {
      await session.end()
      journal.note("ended")
    }()
    leave.open()
    await first
    await second
    #expect(journal.all == ["torn down", "ended"])
  }

  @Test("A cancelled end still runs every teardown, uncancelled")
  func cancelled() async {
    let journal = Journal()
    let session = InjectedSession { $0.account = "Ada" }
    session.onEnd(AccountKey.self) { _ in
      journal.note("before, cancelled: \(Task.isCancelled)")
      await Task { journal.note("between") }.value
      journal.note("after, cancelled: \(Task.isCancelled)")
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await session.end()
      return Task.isCancelled
    }
    #expect(await task.value)
    #expect(journal.all == ["before, cancelled: false", "between", "after, cancelled: false"])
  }

  @Test("Teardowns run inside the session, and may build and end")
  func inside() async {
    let journal = Journal()
    let session = InjectedSession {
      $0.account = "Ada"
      $0.journal = journal
    }
    session.onEnd(AccountStoreKey.self) { await $0.close() }
    session.onEnd(AccountKey.self) { _ in
      injected(\.journal).note("reads \(injected(\.account))")
      _ = injected(\.accountStore)
      await session.run { await session.end() }
    }
    await session.end()
    #expect(journal.all == ["reads Ada", "closed Ada's database"])
  }

  @Test("Decorated and registered values are torn down as readers see them")
  func registered() async {
    let journal = Journal()
    let session = InjectedSession {
      $0.journal = journal
      $0.register(AccountStoreKey.self) { AccountStore() }
    }
    session.onEnd(AccountStoreKey.self) { await $0.close() }
    _ = session.run { injected(\.accountStore) }
    await session.end()
    #expect(journal.all == ["closed nobody's database"])
  }

  @Test("A weak value that was made again goes by when it was made last")
  func weakMadeAgain() async {
    let journal = Journal()
    let session = Self.session(journal)
    session.onEnd(DraftKey.self) { _ in journal.note("draft") }
    let draft = session.run {
      _ = injected { $0[DraftKey.self] }
      _ = injected(\.inbox)
      return injected { $0[DraftKey.self] }
    }
    await session.end()
    #expect(journal.all == ["draft", "inbox", "database", "account Ada"])
    withExtendedLifetime(draft) {}
  }

  @Test(
    "What a scope inside keeps is torn down too, unless the scope has gone before",
    arguments: [true, false])
  func nestedScope(isHeld: Bool) async {
    let journal = Journal()
    let session = Self.session(journal)
    let held = session.run {
      withInjectedValues {
        $0.account = "Grace"
      } operation: {
        _ = injected(\.accountStore)
        return isHeld ? InjectedValues.current : nil
      }
    }
    await session.end()
    #expect(journal.all == (isHeld ? ["database", "account Ada"] : ["account Ada"]))
    withExtendedLifetime(held) {}
  }

  @Test("An owner outside the session has its values torn down with it")
  func outsideOwner() async {
    let journal = Journal()
    let session = Self.session(journal)
    let reader = withInjectedValues {
      $0.text = "elsewhere"
    } operation: {
      Injected(\.accountStore)
    }
    session.run { _ = reader.wrappedValue }
    await session.end()
    #expect(journal.all == ["database", "account Ada"])
  }

  @Test("An accessor of another type than its key's is told to be none")
  func accessorOfAnotherType() async {
    let session = InjectedSession()
    session.onEnd(\.anyStore) { _ in Issue.record("It is not torn down.") }
    session.run { _ = injected(\.anyStore) }
    let report = await issueReport { await session.end() }
    #expect(report.contains("the accessor 'accountStore' that gives a Closing does not only"))
  }

  @Test("What an update assigns before and after a read is torn down", arguments: [false, true])
  func readInUpdate(building: Bool) async {
    let journal = Journal()
    let session = InjectedSession {
      $0.account = "Ada"
      $0.journal = journal
      $0.accountStore = AccountStore()
      if building { _ = $0.inbox } else { _ = $0.account }
      $0.name = "of " + $0.account
    }
    session.onEnd(AccountStoreKey.self) { _ in journal.note("database") }
    session.onEnd(NameKey.self) { journal.note($0) }
    await session.end()
    #expect(journal.all == ["of Ada", "database"])
  }

  @Test("What an update assigns before it copies its values is torn down")
  func copied() async {
    let journal = Journal()
    var copy = InjectedValues.current
    let session = InjectedSession {
      $0.account = "Ada"
      copy = $0
      $0.journal = journal
    }
    session.onEnd(AccountKey.self) { journal.note("account \($0)") }
    #expect(copy.run { injected(\.account) } == "Ada")
    await session.end()
    #expect(journal.all == ["account Ada"])
  }

  @Test("What a teardown has built in scopes that have gone is torn down, each once")
  func builtByTeardowns() async {
    let journal = Journal()
    let last = Guarded<InjectedValues?>(nil)
    let session = InjectedSession { $0.journal = journal }
    @Sendable func open(_ number: Int) {
      let values = InjectedValues.current.overriding { $0.account = "\(number)" }
      values.run { _ = injected(\.accountStore) }
      last.withLock { $0 = values }
    }
    session.onEnd(AccountStoreKey.self) { store in
      journal.note(store.owner)
      if let number = Int(store.owner), number < 40 { open(number + 1) }
    }
    session.run { open(0) }
    await session.end()
    #expect(journal.all == (0...40).map { "\($0)" })
  }

  @Test("An end ends, though its teardowns build one value after the other")
  func endless() async {
    let last = Guarded(InjectedValues.current)
    let session = InjectedSession()
    session.onEnd(AccountStoreKey.self) { store in
      let number = Int(store.owner) ?? 0
      let values = InjectedValues.current.overriding { $0.account = "\(number + 1)" }
      values.run { _ = injected(\.accountStore) }
      last.withLock { $0 = values }
    }
    session.run { _ = injected(\.accountStore) }
    let report = await issueReport { await session.end() }
    #expect(report.contains("nobody keeps this one, nor tears it down"))
  }

  @Test("A value that comes when all is torn down is reported, if there is a teardown for it")
  func tooLate() async {
    let journal = Journal()
    func session() -> InjectedSession {
      let session = InjectedSession { $0.journal = journal }
      session.run {
        // The older one goes last, when the other has gone.
        _ = injected { $0[MournerKey.self] }
        _ = injected(\.accountStore)
      }
      return session
    }
    await session().end()
    let session = session()
    session.onEnd(AccountStoreKey.self) { _ in journal.note("torn down") }
    let report = await issueReport { await session.end() }
    #expect(report.contains("AccountStoreKey was made outside every scope when the session of"))
    #expect(report.contains("nobody keeps this one, nor tears it down"))
    #expect(journal.all == ["mourned", "torn down", "mourned"])
  }
}

private protocol Closing: Sendable {}

extension AccountStore: Closing {}

extension InjectedValues {
  fileprivate var anyStore: any Closing { accountStore }
}

/// Asks for something of its session when it goes.
private final class Mourner: Sendable {
  private let store = Injected(\.accountStore)
  private let journal = injected(\.journal)

  deinit {
    _ = store()
    journal.note("mourned")
  }
}

private enum MournerKey: InjectedInterfaceKey {
  static var testValue: Mourner { Mourner() }
  static var lifetime: InjectedLifetime { .session }
}

private final class Draft: Sendable {
  let owner = injected(\.account)
}

private enum DraftKey: InjectedInterfaceKey {
  static var testValue: Draft { Draft() }
  static var lifetime: InjectedLifetime { .weak }
}

private final class Lease: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private enum LeaseKey: AsyncInjectedKey {
  static func liveValue() async throws -> Lease { Lease("lease") }
  static func testValue() async throws -> Lease { Lease("lease") }
  static var lifetime: InjectedLifetime { .session }
}
