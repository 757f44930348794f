import Foundation
import Injection
import TestSupport
import Testing

@Suite("3. Sessions: what has ended is not read")
struct SessionEndTests {
  /// A read that resolves to something of an ended session.
  enum Reading: String, CaseIterable, Codable, Sendable {
    case override, rememberedOverride, value, unbuiltValue, cachedReader, registered

    /// Reads what the fast path should remember, if anything.
    func warm() {
      if self != .unbuiltValue, self != .override { read() }
    }

    func read() {
      switch self {
      case .override, .rememberedOverride: _ = injected(\.account)
      case .value, .unbuiltValue: _ = injected(\.accountStore)
      case .cachedReader: _ = injected(\.inbox)
      case .registered: _ = injected(\.text)
      }
    }

    var key: String {
      switch self {
      case .override, .rememberedOverride: "'account' read AccountKey"
      case .value, .unbuiltValue: "'accountStore' read AccountStoreKey"
      case .cachedReader: "'inbox' read InboxKey"
      case .registered: "'text' read TextKey"
      }
    }
  }

  private static func makeSession() -> InjectedSession {
    InjectedSession {
      $0.register(TextKey.self) { "registered" }
      $0.account = "Ada"
      $0.journal = Journal()
    }
  }

  @Test(
    "A task still in the session: named with key, accessor, place and holder, once",
    arguments: Reading.allCases, [false, true])
  func task(reading: Reading, nested: Bool) async {
    let report = await issueReport {
      let session = Self.makeSession()
      await session.run {
        await withInjectedValues {
          if nested { $0.number = 1 }
        } operation: {
          reading.warm()
          await session.end()
          reading.read()
          reading.read()
        }
      }
    }
    #expect(report.components(separatedBy: reading.key).count == 2)
    #expect(report.contains("session of InjectionTests/SessionEndTests.swift:"))
    #expect(report.contains("has ended"))
    #expect(report.contains("held by the task"))
  }

  @Test("An owner outside the session: named as the holder", arguments: [false, true])
  func owner(isWrapper: Bool) async {
    let report = await issueReport {
      let session = Self.makeSession()
      let (values, wrapper) = session.run { (InjectedValues.current, Injected(\.account)) }
      await session.end()
      #expect((isWrapper ? wrapper.wrappedValue : values.account) == "Ada")
    }
    #expect(report.contains("'account' read AccountKey"))
    #expect(report.contains("captured scope of an owner"))
  }

  @Test("What an owner's service reads while it is built anew: no task is named as the holder")
  func ownersBuild() async {
    let report = await issueReport {
      let session = Self.makeSession()
      let greeting = session.run { Injected { $0[AccountGreetingKey.self] } }
      await session.end()
      #expect(greeting() == "Hello, Ada")
    }
    #expect(report.contains("'account' read AccountKey"))
    #expect(report.contains("or an owner that was created in it"))
    #expect(!report.contains("held by the task"))
  }

  @Test("A captured session that is entered again is still over")
  func captured() async {
    let report = await issueReport {
      let session = Self.makeSession()
      let values = session.run { InjectedValues.current }
      await session.end()
      values.run { _ = injected(\.accountStore) }
    }
    #expect(report.contains("'accountStore' read AccountStoreKey"))
  }

  @Test("What others still hold is given; what has gone is made anew, and kept by nobody")
  func remains() async {
    let report = await issueReport {
      let session = Self.makeSession()
      let held = session.run { injected(\.accountStore) }
      await session.run {
        await session.end()
        #expect(injected(\.accountStore) === held)
        let inbox = injected(\.inbox)
        #expect(injected(\.inbox) !== inbox)
      }
    }
    #expect(report.contains("what others still hold is given"))
  }

  @Test("run on an ended session names the session")
  func run() async {
    let report = await issueReport {
      let session = Self.makeSession()
      await session.end()
      #expect(session.isEnded)
      session.run {}
    }
    #expect(report.contains("'run' was called on the session of InjectionTests/"))
    #expect(report.contains("has ended"))
  }

  @Test("A session value outside every session names the fix, in the live context")
  func noSession() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
        $0.register(AccountStoreKey.self) { AccountStore() }
      } operation: {
        _ = injected(\.accountStore)
      }
    }
    #expect(result.report.contains("InjectedSession.run"))
  }

  // MARK: What the program survives

  @Test("What does not belong to the session can still be read in it")
  func unrelated() async {
    let session = Self.makeSession()
    let library = injected(\.library)
    await session.run {
      #expect(injected(\.library) === library)
      await session.end()
      #expect(injected(\.library) === library)
      #expect(injected(\.number) == 0)
      #expect(InjectedValues.current.context == .test)
    }
  }

  @Test("What a scope inside keeps is let go of, where that goes while the session ends")
  func scopeGoesMeanwhile() async {
    let inside = Guarded<InjectedValues?>(nil)
    let session = InjectedSession {
      $0.account = "Ada"
      $0.lookingUp = LookingUp {
        let last = inside.withLock { $0.take() }
        withExtendedLifetime(last) {}
      }
    }
    weak let kept = session.run {
      withInjectedValues {
        $0.number = 2
      } operation: {
        inside.withLock { $0 = .current }
        return injected { $0[ReaderKey.self] }
      }
    }
    #expect(kept != nil)
    _ = injected(\.lookedUp)
    // Asked for when all others have been torn down: nothing in the session gives it.
    session.onEnd(\.lookedUp) { _ in }
    _ = await collectingIssues { await session.end() }
    #expect(inside.withLock { $0 == nil })
    #expect(kept == nil)
  }

  @Test("It comes to an end, though each teardown inside opens a session that has another one")
  func endlessInside() async {
    let outer = InjectedSession { $0.account = "Ada" }
    let sessions = Guarded<[InjectedSession]>([])
    let isOver = Guarded(false)
    @Sendable func open() {
      let inside = outer.run { InjectedSession { $0.account = "guest" } }
      inside.onEnd(AccountKey.self) { _ in
        let isLast = isOver.withLock { $0 } || sessions.withLock { $0.count } == 10_000
        if !isLast { open() }
      }
      sessions.withLock { $0.append(inside) }
    }
    open()
    await outer.end()
    isOver.withLock { $0 = true }
    let all = sessions.withLock { $0.map(\.self) }
    #expect(all.count < 10_000)
    for session in all { await session.end() }
  }

  @Test(
    "What is decorated is torn down once, also where a teardown is the first to read that",
    arguments: [false, true])
  func decoratedMeanwhile(isBuilt: Bool) async {
    let journal = Journal()
    let session = InjectedSession {
      if isBuilt { $0.renew(AccountKey.self) } else { $0.account = "Ada" }
      if isBuilt { _ = $0[AccountKey.self] }
      $0.decorate(AccountKey.self) { $0 + " L." }
      $0.decorate(AccountKey.self) { "Lady " + $0 }
    }
    session.onEnd(AccountKey.self) {
      journal.note($0)
      _ = injected(\.account)
    }
    await session.end()
    #expect(journal.all == [isBuilt ? "nobody" : "Ada"])
  }

  @Test("What is prepared is torn down once, also where its decoration was prepared as well")
  func decorationPrepared() async throws {
    let journal = Journal()
    prepareInjectedValues { $0.decorate(EndNameKey.self) { $0 + "'s" } }
    let session = InjectedSession()
    session.onEnd(EndNameKey.self) {
      journal.note($0)
      _ = injected { $0[EndNameKey.self] }
    }
    try await session.run { try await InjectedValues.prepare(EndNameKey.self) }
    await session.end()
    #expect(journal.all == ["name"])
  }

  @Test(
    "A collection that a teardown is the first to read is torn down with what is contributed",
    arguments: [false, true])
  func contributedMeanwhile(isDecorated: Bool) async {
    let journal = Journal()
    let session = InjectedSession {
      $0[EndListKey.self] = ["a"]
      $0.contribute(EndListKey.self) { "b" }
      if isDecorated { $0.decorate(EndListKey.self) { $0 + ["c"] } }
    }
    session.onEnd(EndListKey.self) {
      journal.note($0.joined())
      _ = injected { $0[EndListKey.self] }
    }
    await session.end()
    #expect(journal.all == ["a", isDecorated ? "abc" : "ab"])
  }

  @Test("A failed teardown is reported with its key and session; the others run")
  func failedTeardown() async {
    let report = await issueReport {
      let journal = Journal()
      let session = Self.makeSession()
      session.onEnd(AccountKey.self) { _ in journal.note("ran") }
      session.onEnd(AccountKey.self) { _ in throw Failure.refused }
      await session.end()
      await session.end()
      #expect(journal.all == ["ran"])
    }
    #expect(report.contains("the teardown of AccountKey failed"))
    #expect(report.contains("session of InjectionTests/SessionEndTests.swift:"))
    #expect(report.contains("refused"))
    #expect(report.components(separatedBy: "failed").count == 2)
  }

  @Test("A session that is dropped with teardowns, and a late teardown, are reported")
  func dropped() async {
    let report = await issueReport {
      Self.makeSession().onEnd(AccountKey.self) { _ in }
      let session = Self.makeSession()
      await session.end()
      session.onEnd(AccountStoreKey.self) { await $0.close() }
    }
    #expect(report.contains("dropped without 'end()': the teardown of AccountKey runs now"))
    #expect(report.contains("'onEnd' for AccountStoreKey was called on the session of"))
  }
}

/// Reads later, in the scope that it was made in, and so holds where it was built.
private final class Reader: Sendable {
  let account = Injected(\.account)
  let number = injected(\.number)
}

private enum ReaderKey: InjectedInterfaceKey {
  static var testValue: Reader { Reader() }
}

private struct LookingUp: Sendable {
  var body: @Sendable () -> Void = {}
}

private enum LookingUpKey: InjectedInterfaceKey {
  static var testValue: LookingUp { LookingUp() }
}

private enum LookedUpKey: InjectedInterfaceKey {
  static var testValue: String { "found" }
}

extension InjectedValues {
  fileprivate var lookingUp: LookingUp {
    get { self[LookingUpKey.self] }
    set { self[LookingUpKey.self] = newValue }
  }

  /// Runs what the scope says when its key is looked up.
  fileprivate var lookedUp: String {
    injected(\.lookingUp).body()
    return self[LookedUpKey.self]
  }
}

private enum Failure: Error {
  case refused
}

private enum EndListKey: InjectedCollectionKey { typealias Element = String }

private enum EndNameKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { "name" }
  static func testValue() async throws -> String { "name" }
  static var lifetime: InjectedLifetime { .session }
}

private enum AccountGreetingKey: InjectedInterfaceKey {
  static var testValue: String { "Hello, \(injected(\.account))" }
}
