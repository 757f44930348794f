import Injection
import TestSupport

/// What the asynchronous keys of the tests make.
final class Database: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

/// Makes databases, as a test wants them made, and counts the runs.
final class Loader: Sendable {
  let runs = Counter()
  private let make: @Sendable (_ run: Int) async throws -> Database

  init(_ make: @escaping @Sendable (_ run: Int) async throws -> Database = { Database("\($0)") }) {
    self.make = make
  }

  func load() async throws -> Database { try await make(runs.increment()) }
}

/// A loader whose runs say that they have started, and wait until they may end.
struct HeldLoader {
  let started = Gate()
  let mayEnd = Gate()
  let loader: Loader

  /// - Parameter isCancellable: Whether a run that is cancelled meanwhile throws when it may end.
  init(isCancellable: Bool = true) {
    loader = Loader { [started, mayEnd] run in
      started.open()
      await mayEnd.wait()
      if isCancellable { try Task.checkCancellation() }
      return Database("\(run)")
    }
  }
}

struct LoadingError: Error, Equatable {}

enum LoaderKey: InjectedKey {
  static var liveValue: Loader { Loader() }
  static var testValue: Loader { Loader() }
}

/// Made by the loader of the scope that the test makes, and so kept in that scope.
enum DatabaseKey: AsyncInjectedKey {
  static func liveValue() async throws -> Database { try await injected(\.loader).load() }
  static var testValue: Database { Database("test") }
  static var previewValue: Database { Database("preview") }
}

enum CacheLoaderKey: InjectedKey {
  static var liveValue: Loader { Loader() }
  static var testValue: Loader { Loader() }
}

enum CacheKey: AsyncInjectedKey {
  static func liveValue() async throws -> Database { try await injected(\.cacheLoader).load() }
  static var testValue: Database { Database("test cache") }
}

/// Needs another asynchronous key.
enum IndexKey: AsyncInjectedKey {
  static func liveValue() async throws -> Index {
    try await InjectedValues.prepare(DatabaseKey.self)
    return Index(injected(\.database))
  }

  static var testValue: Index { Index(Database("test index")) }
}

final class Index: Sendable {
  let database: Database

  init(_ database: Database) {
    self.database = database
  }
}

/// A synchronous default that is built from an asynchronous key.
enum RepositoryKey: InjectedKey {
  static var liveValue: Index { Index(injected(\.database)) }
  static var testValue: Index { Index(injected(\.database)) }
}

extension InjectedValues {
  var loader: Loader {
    get { self[LoaderKey.self] }
    set { self[LoaderKey.self] = newValue }
  }

  var cacheLoader: Loader {
    get { self[CacheLoaderKey.self] }
    set { self[CacheLoaderKey.self] = newValue }
  }

  var untestedDatabase: Int { self[UntestedDatabaseKey.self] }

  var database: Database {
    get { self[DatabaseKey.self] }
    set { self[DatabaseKey.self] = newValue }
  }

  var cache: Database { self[CacheKey.self] }

  var index: Index { self[IndexKey.self] }

  var repository: Index { self[RepositoryKey.self] }
}

/// Runs an operation in a live scope of its own, whose databases a loader makes.
func withLoader<R>(
  _ loader: Loader, cache: Loader = Loader(),
  _ operation: nonisolated(nonsending) () async throws -> R
) async rethrows -> R {
  try await withInjectedValues {
    $0.context = .live
    $0.loader = loader
    $0.cacheLoader = cache
  } operation: {
    try await operation()
  }
}

/// A key that has nothing to give before it is prepared, nor to tests.
enum UntestedDatabaseKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { 1 }
}
