import Injection

// What answers a request: made anew for each, since it is built from what the request brings.

/// Says for which request and user a service was made.
protocol Stamped: Sendable {
  var stamp: String { get }
}

/// What the request whose values are current is known by.
func currentStamp() -> String { "\(injected(\.requestID)) \(injected(\.user).name)" }

final class Audit: Stamped {
  let stamp = currentStamp()
  let logger = injected(\.logger)
  private let life = Life()
}

final class NoteRepository: Stamped {
  let stamp = currentStamp()
  let database = injected(\.database)
  let audit = injected(\.audit)
  let user = injected(\.user)
  private let life = Life()

  func all() async throws -> [String] { try await database.notes(of: user) }

  func add(_ note: String) async throws {
    try await database.add(note, for: user)
    audit.logger.info("added \(note)")
  }
}

final class TagRepository: Stamped {
  let stamp = currentStamp()
  let database = injected(\.database)
  private let life = Life()
}

final class Quota: Stamped {
  let stamp = currentStamp()
  let audit = injected(\.audit)
  private let life = Life()
}

final class Notebook: Stamped {
  let stamp = currentStamp()
  let notes = injected(\.notes)
  let tags = injected(\.tags)
  let quota = injected(\.quota)
  private let life = Life()

  /// For whom this one, and all that it was built from, were made.
  var stamps: [String] {
    let all: [any Stamped] = [self, notes, tags, quota, notes.audit, quota.audit]
    return all.map(\.stamp)
  }
}

enum AuditKey: InjectedKey {
  static var liveValue: Audit { Audit() }
  static var testValue: Audit { Audit() }
}

enum NoteRepositoryKey: InjectedKey {
  static var liveValue: NoteRepository { NoteRepository() }
  static var testValue: NoteRepository { NoteRepository() }
}

enum TagRepositoryKey: InjectedKey {
  static var liveValue: TagRepository { TagRepository() }
  static var testValue: TagRepository { TagRepository() }
}

enum QuotaKey: InjectedKey {
  static var liveValue: Quota { Quota() }
  static var testValue: Quota { Quota() }
}

enum NotebookKey: InjectedKey {
  static var liveValue: Notebook { Notebook() }
  static var testValue: Notebook { Notebook() }
}

extension InjectedValues {
  var audit: Audit { self[AuditKey.self] }
  var notes: NoteRepository { self[NoteRepositoryKey.self] }
  var tags: TagRepository { self[TagRepositoryKey.self] }
  var quota: Quota { self[QuotaKey.self] }
  var notebook: Notebook { self[NotebookKey.self] }
}
