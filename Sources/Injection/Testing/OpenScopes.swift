import Synchronization

/// The scopes whose operations run now, in a process that runs tests; nothing in any other.
///
/// A read that has lost its scope says nothing about where it came from. What can be known is which
/// scopes override its key at that moment.
@usableFromInline
final class OpenScopes: Sendable {
  static let shared = OpenScopes()

  private struct State {
    var lastToken: UInt64 = 0
    var scopes: [UInt64: Scope] = [:]

    mutating func add(_ scope: Scope) -> UInt64 {
      lastToken += 1
      scopes[lastToken] = scope
      return lastToken
    }
  }

  private let state = Guarded(State())

  /// Notes that an operation begins in a scope.
  ///
  /// - Returns: What ends the note.
  @usableFromInline
  static func open(_ scope: Scope?) -> Opening {
    if !TestSupport.mayBePresent, scope?.watch == nil { return Opening(token: 0) }
    guard let scope else { return Opening(token: 0) }
    for recording in scope.recordings { recording.noteEntering(scope) }
    guard TestSupport.isPresent else { return Opening(token: 0) }
    return Opening(token: shared.state.withLock { $0.add(scope) })
  }

  /// A scope while its operation runs.
  @usableFromInline
  struct Opening {
    @usableFromInline let token: UInt64

    @inlinable
    init(token: UInt64) { self.token = token }

    /// Notes that the operation has ended.
    @inlinable
    func close() { if token != 0 { forget() } }

    @usableFromInline
    func forget() {
      // What the scope holds is freed outside the lock.
      let scope = OpenScopes.shared.state.withLock { $0.scopes.removeValue(forKey: token) }
      withExtendedLifetime(scope) {}
    }
  }

  /// What is said of an open scope that overrides a key; holds no part of the scope.
  struct Affecting {
    let home: UInt64
    let place: SourcePlace
    let world: Span?
    /// Whether it asks that lost reads fail its test.
    let isFailing: Bool
  }

  /// The scopes that override a key now, in the order in which they were entered.
  ///
  /// None, where one of them allows reads to be lost: the read may come from there. Looked for under the
  /// lock, without which a scope could end meanwhile and be freed here, later than its operation and on
  /// another thread. Whoever runs in it holds it, so nothing is freed here.
  private func affecting(_ key: ObjectIdentifier) -> [Affecting] {
    state.withLock { state in
      var found: [Affecting] = []
      for (_, scope) in state.scopes.sorted(by: { $0.key < $1.key }) {
        guard let decider = scope.home.find(key) else { continue }
        if scope.home.find(ObjectIdentifier(LostReadsKey.self)) != nil { return [] }
        let number = scope.home.ancestor(at: decider.distance).mark.number
        if !found.contains(where: { $0.home == number }) {
          found.append(
            Affecting(
              home: number, place: scope.home.place(of: decider), world: scope.span?.world,
              isFailing: scope.home.find(ObjectIdentifier(FailingLostReadsKey.self)) != nil))
        }
      }
      return found
    }
  }

  /// The world of the test that the caller runs for; `nil` for the process.
  static var testWorld: Scope? {
    TestSupport.isPresent ? TestSupport.current?.surroundings().testWorld : nil
  }

  /// The world that a read outside every scope is resolved in; `nil` for the process.
  ///
  /// Reports the read, where it has surely lost its scope: the caller runs for no test, and an open
  /// scope overrides the key.
  static func world(for request: Request) -> Scope? {
    guard TestSupport.isPresent, let surroundings = TestSupport.current?.surroundings() else {
      return nil
    }
    if case .outside = surroundings {
      let scopes = shared.affecting(request.keyID)
      if !scopes.isEmpty {
        IssueReporter.lostRead(request.key, accessor: request.accessor, overriddenBy: scopes)
      }
    }
    return surroundings.testWorld
  }
}

/// The key that a scope overrides which allows reads to be lost.
enum LostReadsKey {}

/// The key that a scope overrides whose test fails for lost reads.
enum FailingLostReadsKey {}
