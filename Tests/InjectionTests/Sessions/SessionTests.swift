import Injection
import Testing

@Suite("3. Sessions: values of their own, from creation to end")
struct SessionTests {
  @Test("Log in, use, log out, log in as another user: nothing of the first survives")
  func example() async {
    let journal = Journal()

    func logIn(as account: String) -> InjectedSession {
      let session = InjectedSession {
        $0.account = account
        $0.journal = journal
      }
      session.onEnd(AccountStoreKey.self) { await $0.close() }
      return session
    }

    var session = logIn(as: "Ada")
    weak let first = session.run { injected(\.accountStore) }
    #expect(session.run { injected(\.inbox).owner } == "Ada")
    #expect(session.run { injected(\.accountStore) } === first)
    await session.end()
    #expect(journal.all == ["closed Ada's database"])
    #expect(first == nil)

    session = logIn(as: "Grace")
    let inbox = await session.run { await Task { injected(\.inbox) }.value }
    #expect(inbox.owner == "Grace")
    await session.end()
    #expect(journal.all == ["closed Ada's database", "closed Grace's database"])
  }

  @Test("A session value is built once, and kept until the end")
  func keeps() async {
    let session = InjectedSession { $0.account = "Ada" }
    let first = session.run { injected(\.accountStore) }
    let readers = await session.run {
      await readInTasks(8) { ObjectIdentifier(injected(\.accountStore)) }
    }
    #expect(Set(readers) == [ObjectIdentifier(first)])
    await session.end()
  }

  @Test("A session without overrides has values of its own")
  func noOverrides() async {
    let session = InjectedSession()
    let inside = session.run { injected(\.accountStore) }
    #expect(inside.owner == "nobody")
    #expect(injected(\.accountStore) !== inside)
    await session.end()
  }

  @Test("The first read in a nested scope still builds for the session")
  func builtFromBelow() async {
    let session = InjectedSession { $0.account = "Ada" }
    let inner = session.run {
      withInjectedValues {
        $0.text = "unrelated"
      } operation: {
        injected(\.accountStore)
      }
    }
    #expect(session.run { injected(\.accountStore) } === inner)
    await session.end()
  }

  @Test("A cached default that reads a session value is kept in that session too")
  func cachedReader() async {
    let ada = InjectedSession { $0.account = "Ada" }
    let outside = injected(\.inbox)
    let inbox = ada.run { injected(\.inbox) }
    #expect(inbox !== outside)
    #expect(ada.run { injected(\.inbox) } === inbox)
    #expect(injected(\.inbox) === outside)
    await ada.end()
  }

  @Test("Unrelated services are shared with everybody")
  func unrelated() async {
    let session = InjectedSession { $0.account = "Ada" }
    let inside = session.run { injected(\.library) }
    #expect(injected(\.library) === inside)
    await session.end()
  }

  @Test("An override outranks the session's value")
  func overrideOutranks() async {
    let own = AccountStore()
    let session = InjectedSession { $0.accountStore = own }
    #expect(session.run { injected(\.inbox).accountStore } === own)
    let other = AccountStore()
    let nested = session.run {
      withInjectedValues {
        $0.accountStore = other
      } operation: {
        injected(\.inbox).accountStore
      }
    }
    #expect(nested === other)
    #expect(session.run { injected(\.accountStore) } === own)
    await session.end()
  }

  @Test("A scope that overrides what a session value read has its own")
  func scopeInside() async {
    let session = InjectedSession { $0.account = "Ada" }
    session.run {
      let outer = injected(\.accountStore)
      withInjectedValues {
        $0.account = "Grace"
      } operation: {
        #expect(injected(\.accountStore).owner == "Grace")
        #expect(injected(\.accountStore) === injected(\.accountStore))
      }
      #expect(injected(\.accountStore) === outer)
    }
    await session.end()
  }

  @Test("Sessions in parallel do not see each other")
  func parallel() async {
    let sessions = (0..<8).map { number in InjectedSession { $0.account = "user \(number)" } }
    let owners = await withTaskGroup(of: (Int, [String]).self) { group in
      for (number, session) in sessions.enumerated() {
        group.addTask {
          await session.run {
            (number, await readInTasks(4) { injected(\.inbox).owner })
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<8 {
      #expect(owners[number] == Array(repeating: "user \(number)", count: 4))
    }
    for session in sessions { await session.end() }
  }

  @Test("A session inside another inherits its overrides, and has values of its own")
  func nested() async {
    let outer = InjectedSession { $0.account = "Ada" }
    let inner = outer.run { InjectedSession() }
    let outerDatabase = outer.run { injected(\.accountStore) }
    let innerDatabase = inner.run { injected(\.accountStore) }
    #expect(innerDatabase !== outerDatabase)
    #expect(innerDatabase.owner == "Ada")
    await inner.end()
    #expect(outer.run { injected(\.accountStore) } === outerDatabase)
    await outer.end()
  }

  @Test("A key that an outer scope registers keeps its lifetime: a value for each session")
  func registered() async {
    let (ada, grace) = withInjectedValues {
      $0.register(AccountStoreKey.self) { AccountStore() }
    } operation: {
      (InjectedSession { $0.account = "Ada" }, InjectedSession())
    }
    let first = ada.run { injected(\.accountStore) }
    #expect(ada.run { injected(\.accountStore) } === first)
    #expect(grace.run { injected(\.accountStore) } !== first)
    await ada.end()
    await grace.end()
  }

  @Test("A registered session key without overrides differs between sessions")
  func registeredPlainly() async {
    let (one, other) = withInjectedValues {
      $0.register(SessionMarkKey.self) { SessionMark() }
    } operation: {
      (InjectedSession(), InjectedSession())
    }
    let first = one.run { injected { $0[SessionMarkKey.self] } }
    #expect(one.run { injected { $0[SessionMarkKey.self] } } === first)
    #expect(other.run { injected { $0[SessionMarkKey.self] } } !== first)
    await one.end()
    await other.end()
  }

  @Test("A session's collection is the session's, whatever it is made of")
  func collection() async {
    let session = withInjectedValues {
      $0[SessionListKey.self] = [1]
      $0.contribute(SessionListKey.self) { 2 }
    } operation: {
      InjectedSession()
    }
    let torn = Guarded<[Int]>([])
    session.onEnd(SessionListKey.self) { list in torn.withLock { $0 += list } }
    #expect(session.run { injected { $0[SessionListKey.self] } } == [1, 2])
    await session.end()
    #expect(torn.withLock { $0 == [1, 2] })
  }

  // MARK: run

  @Test("run enters the session from any scope, and restores the caller's")
  func run() async {
    let session = InjectedSession { $0.account = "Ada" }
    await withInjectedValues {
      $0.account = "caller"
    } operation: {
      #expect(session.run { injected(\.account) } == "Ada")
      #expect(await session.run { await Task { injected(\.account) }.value } == "Ada")
      #expect(injected(\.account) == "caller")
    }
    await session.end()
  }

  @Test("run passes typed errors through, and leaves the session")
  func runThrows() async {
    let session = InjectedSession { $0.account = "Ada" }
    do throws(Refusal) {
      try session.run { () throws(Refusal) in throw Refusal(account: injected(\.account)) }
    } catch {
      #expect(error.account == "Ada")
    }
    do throws(Refusal) {
      try await session.run { () async throws(Refusal) in
        throw Refusal(account: await Task { injected(\.account) }.value)
      }
    } catch {
      #expect(error.account == "Ada")
    }
    #expect(injected(\.account) == "nobody")
    await session.end()
  }

  @Test("run keeps the caller's isolation")
  @MainActor
  func runIsolation() async {
    let session = InjectedSession()
    var seen: [String] = []
    await session.run {
      MainActor.assertIsolated()
      seen.append(await Task { injected(\.account) }.value)
      MainActor.assertIsolated()
    }
    #expect(seen == ["nobody"])
    await session.end()
  }

  @Test("An update that throws makes no session")
  func updateThrows() {
    #expect(throws: Refusal.self) {
      _ = try InjectedSession {
        $0.account = "Ada"
        throw Refusal(account: $0.account)
      }
    }
  }

  // MARK: Memory

  @Test("A value that captures its session is freed when the session ends")
  func freesCapturingValues() async {
    let session = InjectedSession { $0.register(HolderKey.self) { Holder() } }
    weak let holder = session.run { injected { $0[HolderKey.self] } }
    #expect(holder != nil)
    await session.end()
    #expect(holder == nil)
  }

  @Test("A weak value that captures its session does not keep what the session had")
  func freesWhatWeakValuesCapture() async {
    enum WeakHolderKey: InjectedInterfaceKey {
      static var testValue: Holder { Holder() }
      static var lifetime: InjectedLifetime { .weak }
    }
    weak var store: AccountStore?
    do {
      let assigned = AccountStore()
      store = assigned
      let session = InjectedSession {
        $0.accountStore = assigned
        $0.register(WeakHolderKey.self) { Holder() }
      }
      session.run { _ = injected { $0[WeakHolderKey.self] } }
      await session.end()
    }
    #expect(store == nil)
  }

  @Test("A session that is dropped without teardowns is freed silently")
  func dropped() {
    var session: InjectedSession? = InjectedSession { $0.account = "Ada" }
    weak let database = session?.run { injected(\.accountStore) }
    #expect(database != nil)
    session = nil
    #expect(database == nil)
  }
}

private struct Refusal: Error {
  let account: String
}

private final class SessionMark: Sendable {}

private enum SessionMarkKey: InjectedInterfaceKey {
  static var testValue: SessionMark { SessionMark() }
  static var lifetime: InjectedLifetime { .session }
}

private final class Holder: Sendable {
  let values = InjectedValues.current
  let account = Injected(\.account)
}

private enum HolderKey: InjectedInterfaceKey {
  static var testValue: Holder { Holder() }
  static var lifetime: InjectedLifetime { .session }
}

private enum SessionListKey: InjectedCollectionKey {
  typealias Element = Int
  static var lifetime: InjectedLifetime { .session }
}
