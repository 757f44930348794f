import Injection

/// What all requests share: opened before the first, closed after the last.
actor Database {
  struct Closed: Error {}
  struct Missing: Error {}

  private var notes: [User: [String]] = [:]
  private var isOpen = true
  // Not a dependency: each request overrides the logger, and would have to prepare a database.
  private let logger = InjectedValues.peek(\.logger)

  static func open() async throws -> Database {
    guard injected(\.databaseIsThere) else { throw Missing() }
    let database = Database()
    database.logger.info("database: open")
    return database
  }

  func notes(of user: User) throws -> [String] {
    guard isOpen else { throw Closed() }
    return notes[user, default: []]
  }

  func add(_ note: String, for user: User) throws {
    guard isOpen else { throw Closed() }
    notes[user, default: []].append(note)
  }

  func close() {
    isOpen = false
    logger.info("database: closed")
  }
}

enum DatabaseKey: AsyncInjectedKey {
  static func liveValue() async throws -> Database { try await Database.open() }
  static var testValue: Database { Database() }
}

enum DatabaseIsThereKey: InjectedKey {
  static let liveValue = true
  static let testValue = true
}

extension InjectedValues {
  /// For tests of what happens where there is none.
  var databaseIsThere: Bool {
    get { self[DatabaseIsThereKey.self] }
    set { self[DatabaseIsThereKey.self] = newValue }
  }

  var database: Database { self[DatabaseKey.self] }
}
