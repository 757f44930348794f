import Injection
import TestSupport

// The services of the tests of updates that go on from saved values.

final class SavedLetter: Sendable {}

/// Is built from the account.
final class SavedStamp: Sendable {
  let account = injected(\.account)
}

/// Makes a session of saved values.
final class SavedHolder: Sendable {
  let session: InjectedSession
  let reader: SavedReader?

  init() {
    let saved = InjectedValues.current.overriding { $0.journal = Journal() }
    var reader: SavedReader?
    session = InjectedSession {
      $0 = saved
      $0.account = "Ada"
      reader = $0[SavedReaderKey.self]
    }
    self.reader = reader
  }
}

/// Is built from what two scopes decide.
final class SavedAnswer: Sendable {
  let account = injected(\.account)
  let note = injected { $0[SavedNoteKey.self] }
}

/// Is built from the account, and reads the rest when it is asked.
final class SavedReader: Sendable {
  let account = injected(\.account)
  private let noteReader = Injected { $0[SavedNoteKey.self] }
  private let stampReader = Injected { $0[SavedStampKey.self] }
  private let answerReader = Injected { $0[SavedAnswerKey.self] }

  var answer: SavedAnswer { answerReader.wrappedValue }
  var note: String { noteReader.wrappedValue }
  var stamp: SavedStamp { stampReader.wrappedValue }
}

final class SavedProbe: Sendable {
  let account = injected(\.account)
  private let stampReader = Injected { $0[SavedStampKey.self] }

  var stamp: SavedStamp { stampReader.wrappedValue }
}

final class SavedMeeting: Sendable {
  let runs = Counter()
  let hasBegun = Gate()
  let mayEnd = Gate()
}

/// Has opened a scope.
final class SavedDepot: Sendable {
  let values = withInjectedValues {
    $0[SavedNoteKey.self] = "depot's"
  } operation: {
    InjectedValues.current
  }
}

/// Has opened a scope for an account.
final class SavedAccountDepot: Sendable {
  let account = injected(\.account)
  let depot = SavedDepot()

  var values: InjectedValues { depot.values }
}

enum SavedAccountDepotKey: InjectedInterfaceKey {
  static var testValue: SavedAccountDepot { SavedAccountDepot() }
}

final class SavedDepotUser: Sendable {
  let depot = injected { $0[SavedDepotKey.self] }
  let note = injected { $0[SavedNoteKey.self] }
}

/// Prepares what its scope decides, in its own time.
final class SavedLoader: Sendable {
  let task: Task<SavedDepot, any Error>
  private let values = InjectedValues.current

  init() {
    _ = injected { $0[SavedMeetingKey.self] }
    task = Task {
      try await InjectedValues.prepare(SavedDepotKey.self)
      return injected { $0[SavedDepotKey.self] }
    }
  }

  /// The same, in the scope that it was made in.
  func load() async throws -> SavedDepot {
    try await values.run {
      try await InjectedValues.prepare(SavedDepotKey.self)
      return injected { $0[SavedDepotKey.self] }
    }
  }
}

enum SavedMeetingKey: InjectedInterfaceKey {
  static var testValue: SavedMeeting { SavedMeeting() }
}
enum SavedLoaderKey: InjectedInterfaceKey {
  static var testValue: SavedLoader { SavedLoader() }
}
enum SavedDepotUserKey: InjectedInterfaceKey {
  static var testValue: SavedDepotUser { SavedDepotUser() }
}
enum SavedDepotKey: AsyncInjectedKey {
  static func liveValue() async throws -> SavedDepot { SavedDepot() }
  static func testValue() async throws -> SavedDepot {
    let meeting = injected { $0[SavedMeetingKey.self] }
    meeting.runs.increment()
    meeting.hasBegun.open()
    await meeting.mayEnd.wait()
    return SavedDepot()
  }
}
enum SavedNoteKey: InjectedInterfaceKey { static var testValue: String { "note" } }
enum UnlearntNoteKey: InjectedInterfaceKey { static var testValue: String { "note" } }
enum SavedLetterKey: InjectedInterfaceKey {
  static var testValue: SavedLetter { SavedLetter() }
}
enum SavedStampKey: InjectedInterfaceKey {
  static var testValue: SavedStamp { SavedStamp() }
}
enum SavedAnswerKey: InjectedInterfaceKey {
  static var testValue: SavedAnswer { SavedAnswer() }
}
enum SavedHolderKey: InjectedInterfaceKey {
  static var testValue: SavedHolder { SavedHolder() }
}
enum SavedProbeKey: InjectedInterfaceKey {
  static var lifetime: InjectedLifetime { .transient }
  static var testValue: SavedProbe { SavedProbe() }
}
enum SavedReaderKey: InjectedInterfaceKey {
  static var testValue: SavedReader { SavedReader() }
}

extension InjectedValues {
  var unlearntNote: String {
    get { self[UnlearntNoteKey.self] }
    set { self[UnlearntNoteKey.self] = newValue }
  }
}
