import Injection
import TestSupport
import Testing

@Suite("3. Sessions: an update that goes on from saved values makes them the session's")
struct SessionUpdateTests {
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
    session.onEnd(AccountKey.self) { journal.note("account \($0)") }
    session.onEnd(SavedNoteKey.self) { journal.note($0) }
    session.onEnd(SavedLetterKey.self) { _ in journal.note("letter") }
    #expect(session.run { injected(\.account) } == "Ada")
    await session.end()
    #expect(journal.all == ["letter", "note", "account Ada"])
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

private final class SavedLetter: Sendable {}

/// Is built from the account.
private final class SavedStamp: Sendable {
  let account = injected(\.account)
}

/// Is built from the account, and reads the rest when it is asked.
private final class SavedReader: Sendable {
  let account = injected(\.account)
  private let noteReader = Injected { $0[SavedNoteKey.self] }
  private let stampReader = Injected { $0[SavedStampKey.self] }

  var note: String { noteReader.wrappedValue }
  var stamp: SavedStamp { stampReader.wrappedValue }
}

private final class SavedProbe: Sendable {
  let account = injected(\.account)
  private let stampReader = Injected { $0[SavedStampKey.self] }

  var stamp: SavedStamp { stampReader.wrappedValue }
}

private enum SavedNoteKey: InjectedInterfaceKey { static var testValue: String { "note" } }
private enum UnlearntNoteKey: InjectedInterfaceKey { static var testValue: String { "note" } }
private enum SavedLetterKey: InjectedInterfaceKey {
  static var testValue: SavedLetter { SavedLetter() }
}
private enum SavedStampKey: InjectedInterfaceKey {
  static var testValue: SavedStamp { SavedStamp() }
}
private enum SavedProbeKey: InjectedInterfaceKey {
  static var lifetime: InjectedLifetime { .transient }
  static var testValue: SavedProbe { SavedProbe() }
}
private enum SavedReaderKey: InjectedInterfaceKey {
  static var testValue: SavedReader { SavedReader() }
}

extension InjectedValues {
  fileprivate var unlearntNote: String {
    get { self[UnlearntNoteKey.self] }
    set { self[UnlearntNoteKey.self] = newValue }
  }
}
