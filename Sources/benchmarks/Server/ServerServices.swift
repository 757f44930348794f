import Injection

// Five services that are made for each request, from a request's two values and a database that all share.

/// What all requests share.
final class ServerDatabase: Sendable {
  private let titles = ["Milk", "Rice", "Tea"]

  func notes(of user: String) -> [(id: Int, title: String)] {
    titles.enumerated().map { ($0, $1) }
  }

  func tags(of note: Int) -> [String] { note == 0 ? [] : ["shop"] }
}

/// The first: what is logged says for which request.
final class ServerLogger: Sendable {
  let requestID: String

  init(requestID: String) { self.requestID = requestID }
}

/// The second: who did what.
final class ServerAudit: Sendable {
  let logger: ServerLogger
  let user: String

  init(logger: ServerLogger, user: String) {
    self.logger = logger
    self.user = user
  }
}

final class ServerNotes: Sendable {
  let database: ServerDatabase
  let audit: ServerAudit

  init(database: ServerDatabase, audit: ServerAudit) {
    self.database = database
    self.audit = audit
  }
}

final class ServerTags: Sendable {
  let database: ServerDatabase
  let logger: ServerLogger

  init(database: ServerDatabase, logger: ServerLogger) {
    self.database = database
    self.logger = logger
  }
}

/// The fifth, which answers.
final class ServerNotebook: Sendable {
  let notes: ServerNotes
  let tags: ServerTags

  init(notes: ServerNotes, tags: ServerTags) {
    self.notes = notes
    self.tags = tags
  }

  /// By hand: what injection does in a scope.
  convenience init(database: ServerDatabase, requestID: String, user: String) {
    let logger = ServerLogger(requestID: requestID)
    self.init(
      notes: ServerNotes(
        database: database, audit: ServerAudit(logger: logger, user: user)),
      tags: ServerTags(database: database, logger: logger))
  }

  /// What a request is answered with; asynchronous, as what asks a database is.
  func page() async -> ServerPage {
    let user = notes.audit.user
    return ServerPage(
      request: tags.logger.requestID, user: user,
      notes: notes.database.notes(of: user).map {
        ServerPage.Note(id: $0.id, title: $0.title, tags: tags.database.tags(of: $0.id))
      })
  }
}

enum ServerRequestIDKey: InjectedKey {
  static let liveValue = "none"
}

enum ServerUserKey: InjectedKey {
  static let liveValue = "nobody"
}

enum ServerDatabaseKey: InjectedKey {
  static let liveValue = ServerDatabase()
}

/// What has to be closed at the end of a request.
enum ServerTransactionKey: InjectedKey {
  static var liveValue: ServerLogger { ServerLogger(requestID: injected(\.serverRequestID)) }
  static var lifetime: InjectedLifetime { .session }
}

enum ServerLoggerKey: InjectedKey {
  static var liveValue: ServerLogger { ServerLogger(requestID: injected(\.serverRequestID)) }
}

enum ServerAuditKey: InjectedKey {
  static var liveValue: ServerAudit {
    ServerAudit(logger: injected(\.serverLogger), user: injected(\.serverUser))
  }
}

enum ServerNotesKey: InjectedKey {
  static var liveValue: ServerNotes {
    ServerNotes(database: injected(\.serverDatabase), audit: injected(\.serverAudit))
  }
}

enum ServerTagsKey: InjectedKey {
  static var liveValue: ServerTags {
    ServerTags(database: injected(\.serverDatabase), logger: injected(\.serverLogger))
  }
}

enum ServerNotebookKey: InjectedKey {
  static var liveValue: ServerNotebook {
    ServerNotebook(notes: injected(\.serverNotes), tags: injected(\.serverTags))
  }
}

extension InjectedValues {
  var serverRequestID: String {
    get { self[ServerRequestIDKey.self] }
    set { self[ServerRequestIDKey.self] = newValue }
  }

  var serverUser: String {
    get { self[ServerUserKey.self] }
    set { self[ServerUserKey.self] = newValue }
  }

  var serverDatabase: ServerDatabase { self[ServerDatabaseKey.self] }
  var serverLogger: ServerLogger { self[ServerLoggerKey.self] }
  var serverAudit: ServerAudit { self[ServerAuditKey.self] }
  var serverNotes: ServerNotes { self[ServerNotesKey.self] }
  var serverTags: ServerTags { self[ServerTagsKey.self] }
  var serverNotebook: ServerNotebook { self[ServerNotebookKey.self] }
}
