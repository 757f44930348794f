import Injection
import TestSupport
import Testing

@Suite("3. Sessions: an update that goes on from saved values makes them the session's")
struct SessionUpdateTests {
  /// Ends a session, and gives what it has torn down of three keys.
  private func tornDown(by session: InjectedSession, in journal: Journal) async -> [String] {
    session.onEnd(AccountKey.self) { journal.note("account \($0)") }
    session.onEnd(SavedNoteKey.self) { journal.note($0) }
    session.onEnd(SavedLetterKey.self) { _ in journal.note("letter") }
    await session.end()
    return journal.all
  }

  @Test("What it assigns is torn down, also before a read and after it", arguments: 0...3)
  func read(at step: Int) async {
    let journal = Journal()
    let saved = InjectedValues.current.overriding { $0.journal = journal }
    let session = InjectedSession {
      $0 = saved
      if step == 0 { _ = $0.library }
      $0.account = "Ada"
      if step >= 1 { _ = $0.library }
      $0[SavedNoteKey.self] = "note"
      if step == 2 { _ = $0[SavedNoteKey.self] }
      $0[SavedLetterKey.self] = SavedLetter()
      if step == 3 { _ = $0.inbox }
    }
    #expect(session.run { injected(\.account) } == "Ada")
    #expect(await tornDown(by: session, in: journal) == ["letter", "note", "account Ada"])
  }

  @Test("So is what it assigns on values that are read through an owner of another branch")
  func throughOwner() async {
    final class Model {
      @Injected({ $0 }) var values
      @Injected({ $0[SavedNoteKey.self] }) var note
    }
    let journal = Journal()
    let model = withInjectedValues {
      $0[SavedNoteKey.self] = "model's"
    } operation: {
      Model()
    }
    await withInjectedValues {
      $0.journal = journal
    } operation: {
      let line = #line + 1
      let session = InjectedSession {
        $0 = model.values
        $0.account = "Ada"
        _ = $0.library
        $0[SavedLetterKey.self] = SavedLetter()
      }
      #expect(session.run { model.note } == "model's")
      let place = session.run { InjectedValues.explain(\.account).source.place }
      #expect(place == "InjectionTests/SessionUpdateTests.swift:\(line)")
      #expect(await tornDown(by: session, in: journal) == ["letter", "account Ada"])
    }
  }

  @Test("What it renews and reads is the session's own, and torn down once")
  func renewed() async {
    let journal = Journal()
    var inUpdate: SavedLetter?
    let session = InjectedSession {
      $0 = InjectedValues.current.overriding { $0.journal = journal }
      $0.renew(SavedLetterKey.self)
      inUpdate = $0[SavedLetterKey.self]
      $0.account = "Ada"
    }
    session.onEnd(SavedLetterKey.self) { _ in journal.note("letter") }
    #expect(session.run { injected { $0[SavedLetterKey.self] } } === inUpdate)
    #expect(injected { $0[SavedLetterKey.self] } !== inUpdate)
    await session.end()
    #expect(journal.all == ["letter"])
  }

  @Test("What it assigns before and after it goes on from its own values is torn down")
  func ownValues() async {
    let journal = Journal()
    let session = InjectedSession {
      $0.journal = journal
      $0.account = "Ada"
      $0 = $0.overriding { $0[SavedNoteKey.self] = "note" }
      $0[SavedLetterKey.self] = SavedLetter()
    }
    #expect(await tornDown(by: session, in: journal) == ["letter", "note", "account Ada"])
  }

  @Test("What is still being prepared when it has ended is the scope's", arguments: [false, true])
  func stillPreparing(isSession: Bool) async throws {
    let saved = InjectedValues.current.overriding { $0.journal = Journal() }
    let meeting = SavedMeeting()
    var loader: SavedLoader?
    weak var left: SavedDepot?
    func update(_ values: inout InjectedValues) {
      values = saved
      values[SavedMeetingKey.self] = meeting
      loader = values[SavedLoaderKey.self]
    }
    func prepare() async throws {
      async let ours: Void = InjectedValues.prepare(SavedDepotKey.self)
      await meeting.hasBegun.wait()
      meeting.mayEnd.open()
      try await ours
      let depot = injected { $0[SavedDepotKey.self] }
      #expect(try await loader?.task.value === depot)
      #expect(meeting.runs.value == 1)
      // Holds what it was built from, in a scope that the depot holds.
      _ = depot.values.run { injected { $0[SavedDepotUserKey.self] } }
      left = depot
    }
    if isSession {
      let session = InjectedSession { update(&$0) }
      try await session.run { try await prepare() }
      await session.end()
    } else {
      try await withInjectedValues {
        update(&$0)
        await meeting.hasBegun.wait()
      } operation: {
        try await prepare()
      }
    }
    loader = nil
    // Whose task may hold what it gave a moment longer than who waits for it.
    for _ in 0..<100_000 where left != nil { await Task.yield() }
    #expect(left == nil)
  }

  @Test("What it has built and several wait for is prepared once")
  func waitedFor() async throws {
    let saved = InjectedValues.current.overriding { $0.journal = Journal() }
    let meeting = SavedMeeting()
    var waiters: [Task<SavedDepot, any Error>] = []
    try await withInjectedValues {
      $0 = saved
      $0[SavedMeetingKey.self] = meeting
      let loader = $0[SavedLoaderKey.self]
      await meeting.hasBegun.wait()
      waiters = [loader.task] + (1...4).map { _ in Task { try await loader.load() } }
      for _ in 1...1_000 { await Task.yield() }
    } operation: {
      meeting.mayEnd.open()
      try await InjectedValues.prepare(SavedDepotKey.self)
      for waiter in waiters {
        #expect(try await waiter.value === injected { $0[SavedDepotKey.self] })
      }
    }
    #expect(meeting.runs.value == 1)
  }

  @Test("What it assigns before a read is torn down where the saved values are of no test's world")
  func ofProcess() async {
    let journal = Journal()
    let saved = await Task.detached { InjectedValues.current.overriding { $0.journal = journal } }
      .value
    let session = InjectedSession {
      $0 = saved
      $0.account = "Ada"
      _ = $0.library
      $0[SavedNoteKey.self] = "note"
      _ = $0.library
      $0[SavedLetterKey.self] = SavedLetter()
    }
    #expect(await tornDown(by: session, in: journal) == ["letter", "note", "account Ada"])
  }

  @Test("A decoration by a key path that nobody has learnt yet is no other")
  func unlearnt() async {
    let journal = Journal()
    let saved = InjectedValues.current.overriding { $0.journal = journal }
    for _ in 1...2 {
      let session = InjectedSession {
        $0 = saved
        $0.account = "Ada"
        $0.decorate(\.unlearntNote) { $0 + "!" }
      }
      session.onEnd(AccountKey.self) { journal.note("account \($0)") }
      session.onEnd(\.unlearntNote) { journal.note($0) }
      #expect(session.run { injected(\.unlearntNote) } == "note!")
      await session.end()
    }
    #expect(journal.all == ["note!", "account Ada", "note!", "account Ada"])
  }

  @Test("What it has built goes on in the session, and reads what was assigned by then")
  func builtInUpdate() async {
    let journal = Journal()
    let saved = InjectedValues.current.overriding { $0.journal = journal }
    var inUpdate: SavedReader?
    let session = InjectedSession {
      $0 = saved
      $0.account = "Ada"
      inUpdate = $0[SavedReaderKey.self]
      $0[SavedNoteKey.self] = "later"
    }
    session.onEnd(SavedReaderKey.self) { journal.note("\($0.account)'s reader") }
    session.onEnd(SavedStampKey.self) { journal.note("\($0.account)'s stamp") }
    #expect(session.run { injected { $0[SavedReaderKey.self] } } === inUpdate)
    #expect(session.run { injected { $0[SavedNoteKey.self] } } == "later")
    #expect(inUpdate?.note == "note")
    let stamp = session.run { injected { $0[SavedStampKey.self] } }
    #expect(inUpdate?.stamp === stamp)
    await session.end()
    #expect(journal.all == ["Ada's stamp", "Ada's reader"])
  }

  @Test("What others have read through it is the session's as well")
  func readElsewhere() async {
    let journal = Journal()
    let saved = InjectedValues.current.overriding { $0.journal = journal }
    let around = InjectedValues.current.overriding { $0[SavedNoteKey.self] = "around" }
    var inUpdate: SavedReader?
    var answer: SavedAnswer?
    let line = #line + 1
    let session = InjectedSession {
      $0 = saved
      $0.account = "Ada"
      inUpdate = $0[SavedReaderKey.self]
      answer = around.run { inUpdate?.answer }
    }
    session.onEnd(SavedAnswerKey.self) { journal.note("\($0.account): \($0.note)") }
    #expect(around.run { inUpdate?.answer } === answer)
    let place = session.run { InjectedValues.explain(\.account).source.place }
    #expect(place == "InjectionTests/SessionUpdateTests.swift:\(line)")
    await session.end()
    #expect(journal.all == ["Ada: around"])
  }

  @Test("What was opened on what it has built is the session's as well, as it was built")
  func opened() async {
    let journal = Journal()
    let saved = InjectedValues.current.overriding { $0.journal = journal }
    var kept: InjectedValues?
    weak var answer: SavedAnswer?
    let session = InjectedSession {
      $0 = saved
      $0.account = "Ada"
      let depot = $0[SavedAccountDepotKey.self]
      kept = depot.values.overriding { $0[SavedLetterKey.self] = SavedLetter() }
      answer = kept?.run { injected { $0[SavedAnswerKey.self] } }
    }
    session.onEnd(SavedAnswerKey.self) { journal.note($0.note) }
    session.onEnd(AccountKey.self) { journal.note($0) }
    await session.end()
    #expect(journal.all == ["depot's", "Ada"])
    #expect(answer == nil)
    kept = nil
  }

  @Test("In a default, it goes on when the default's value has gone")
  func inDefault() async {
    var session: InjectedSession?
    weak var reader: SavedReader?
    withInjectedValues {
      $0.renew(SavedHolderKey.self)
    } operation: {
      let holder = injected { $0[SavedHolderKey.self] }
      session = holder.session
      reader = holder.reader
    }
    #expect(reader != nil)
    #expect(session?.run { injected { $0[SavedReaderKey.self] } } === reader)
    await session?.end()
    #expect(reader == nil)
  }

  @Test("What it has built that nobody keeps reads in the scope", arguments: [false, true])
  func transient(isSession: Bool) async {
    let saved = InjectedValues.current.overriding { $0.journal = Journal() }
    var probe: SavedProbe?
    func update(_ values: inout InjectedValues) {
      values = saved
      values.account = "Ada"
      probe = values[SavedProbeKey.self]
    }
    func stamp() -> SavedStamp { injected { $0[SavedStampKey.self] } }
    if isSession {
      let session = InjectedSession { update(&$0) }
      #expect(session.run { stamp() } === probe?.stamp)
      await session.end()
    } else {
      withInjectedValues {
        update(&$0)
      } operation: {
        #expect(stamp() === probe?.stamp)
      }
    }
  }

  @Test("What it reads of another session is made anew for its own", arguments: [false, true])
  func ofAnother(inRun: Bool) async {
    let journal = Journal()
    let other = InjectedSession { $0.journal = journal }
    let saved = other.run { InjectedValues.current }
    var inbox: Inbox?
    let session = InjectedSession {
      $0 = saved
      $0.account = "Ada"
      inbox = inRun ? $0.run { injected(\.inbox) } : $0.inbox
    }
    session.onEnd(AccountStoreKey.self) { await $0.close() }
    session.run {
      #expect(injected(\.inbox) !== inbox)
      #expect(injected(\.accountStore) !== inbox?.accountStore)
      #expect(injected(\.inbox).accountStore === injected(\.accountStore))
    }
    await session.end()
    #expect(journal.all == ["closed Ada's database"])
    await other.end()
  }

  @Test("A session of values of no world is the test's, whose end reports it", arguments: [0, 1])
  func ofNoWorld(assigned: Int) async {
    let saved = await Task.detached {
      let process = InjectedValues.current
      return assigned == 0 ? process : process.overriding { $0[SavedNoteKey.self] = "note" }
    }.value
    let issues = Log()
    let world = TestWorld(
      of: TestIdentity(name: "login") { issues.add($0.message) }, at: SourcePlace(#fileID, #line))
    let session = world.run {
      InjectedSession {
        $0 = saved
        $0.account = "Ada"
      }
    }
    session.onEnd(AccountKey.self) { _ in }
    world.end()
    #expect(issues.lines.count { $0.contains("had not ended when its test did") } == 1)
    await session.end()
  }

  @Test("A copy that the update keeps is a value of its own")
  func copied() async {
    let journal = Journal()
    let saved = InjectedValues.current.overriding { $0.journal = journal }
    var copy = saved
    let session = InjectedSession {
      $0 = saved
      $0.account = "Ada"
      _ = $0[SavedReaderKey.self]
      copy = $0
      $0[SavedNoteKey.self] = "session's"
    }
    copy[SavedNoteKey.self] = "copy's"
    #expect(session.run { injected { $0[SavedNoteKey.self] } } == "session's")
    #expect(copy.run { injected { $0[SavedNoteKey.self] } } == "copy's")
    let reader = session.run { injected { $0[SavedReaderKey.self] } }
    #expect(copy[SavedReaderKey.self] === reader)
    #expect(copy.account == "Ada")
    await session.end()
  }
}
