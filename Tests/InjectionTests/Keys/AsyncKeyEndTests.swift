import Injection
import TestSupport
import Testing

@Suite("4. Asynchronous keys: what goes, and what deinitialisers read meanwhile")
struct AsyncKeyEndTests {
  // What deinitialisers read in a process of its own, which a read of what has gone would end.

  @Test("What was prepared outlasts what was not, as its session ends")
  func session() async {
    await #expect(processExitsWith: .success) {
      let session = InjectedSession {
        $0.context = .live
        $0.loader = Loader()
        $0.renew(MetricsKey.self)
        $0.renew(DatabaseKey.self)
      }
      try await session.run { try await use() }
      await session.end()
      await Metrics.log.expect(["flushed to 1"])
    }
  }

  @Test("And as its scope goes")
  func scope() async {
    await #expect(processExitsWith: .success) {
      try await withLoader(Loader()) { try await use() }
      await Metrics.log.expect(["flushed to 1"])
    }
  }

  @Test("And as that goes with what stands on it")
  func scopeWithMergedOnes() async {
    await #expect(processExitsWith: .success) {
      let owner = withInjectedValues {
        $0.number = 2
      } operation: {
        Lazy()
      }
      try await withLoader(Loader()) {
        precondition(owner.number == 2)
        try await use()
      }
      await Metrics.log.expect(["flushed to 1"])
    }
  }

  @Test("An error that holds what has failed goes with those who were told of it", arguments: 1...4)
  func failure(callers: Int) async {
    weak var plug: Plug?
    await withInjectedValues {
      $0.number = callers
    } operation: {
      await withTaskGroup(of: Plug?.self) { group in
        for _ in 1...callers {
          group.addTask {
            do {
              try await InjectedValues.prepare(PlugKey.self)
              return nil
            } catch {
              return (error as? PlugError)?.plug
            }
          }
        }
        for await failed in group { plug = failed }
      }
    }
    // The task that has prepared may hold it a moment longer.
    for _ in 0..<100_000 where plug != nil { await Task.yield() }
    #expect(plug == nil)
  }

  @Test("What a prepared value was built from outlasts it in turn")
  func needed() async {
    await #expect(processExitsWith: .success) {
      try await withLoader(Loader()) { try await InjectedValues.prepare(RegisterKey.self) }
      await Register.log.expect(["by the same catalogue", "no catalogue"])
    }
  }
}

extension Log {
  /// Waits for as many lines: the task that has prepared holds its caller's scope until it has gone.
  fileprivate func expect(_ expected: [String]) async {
    while lines.count < expected.count { await Task.yield() }
    precondition(lines == expected)
  }
}

/// Reads what is prepared after it was made.
private func use() async throws {
  _ = injected { $0[MetricsKey.self] }
  try await InjectedValues.prepare(DatabaseKey.self)
}

/// Reads its database when it goes.
private final class Metrics: Sendable {
  private let database = Injected(\.database)

  static let log = Log()

  deinit { Self.log.add("flushed to \(database().name)") }
}

private enum MetricsKey: InjectedKey {
  static var liveValue: Metrics { Metrics() }
}

private final class Catalogue: Sendable {
  deinit { Register.log.add("no catalogue") }
}

private enum CatalogueKey: InjectedKey {
  static var liveValue: Catalogue { Catalogue() }
}

/// Is built from a catalogue, which it does not hold, and reads that again when it goes.
private final class Register: Sendable {
  static let log = Log()

  private let catalogue = Injected { $0[CatalogueKey.self] }
  private let first: ObjectIdentifier

  init() { first = ObjectIdentifier(catalogue()) }

  deinit {
    Self.log.add(ObjectIdentifier(catalogue()) == first ? "by the same catalogue" : "by another")
  }
}

private enum RegisterKey: AsyncInjectedKey {
  static func liveValue() async throws -> Register { Register() }
}

/// Reads when it is asked, in the scope that it was made in.
private final class Plug: Sendable {
  let number = Injected(\.number)
}

private struct PlugError: Error {
  let plug: Plug
}

private enum PlugKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String { throw PlugError(plug: Plug()) }
}
