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
    /// In the order in which they were entered.
    var scopes: [(token: UInt64, head: ScopeNode)] = []

    mutating func add(_ scope: ScopeNode) -> UInt64 {
      lastToken += 1
      scopes.append((lastToken, scope))
      return lastToken
    }

    mutating func remove(_ token: UInt64) -> ScopeNode? {
      var range = scopes.startIndex..<scopes.endIndex
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        let found = scopes[middle].token
        if found == token { return scopes.remove(at: middle).head }
        range = found < token ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return nil
    }
  }

  private let state = Guarded(State())

  /// Notes that an operation begins in a scope.
  ///
  /// - Returns: What ends the note.
  @inlinable
  static func open(_ scope: ScopeNode?) -> Opening {
    if !isWatched, !(scope?.isRecorded ?? false) { return Opening(token: 0) }
    return note(scope)
  }

  /// Whether the process may run tests.
  @usableFromInline static var isWatched: Bool { TestSupport.mayBePresent }

  @usableFromInline
  static func note(_ scope: ScopeNode?) -> Opening {
    guard let scope else { return Opening(token: 0) }
    if scope.isRecorded { Exhaustion.noteEntering(scope) }
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
      let scope = OpenScopes.shared.state.withLock { $0.remove(token) }
      withExtendedLifetime(scope) {}
    }
  }

  /// What is said of an open scope that affects a key; holds no part of the scope.
  struct Affecting {
    let identity: UInt64
    let place: SourcePlace
    let world: SessionState?
  }

  /// The scopes that affect a key now, in the order in which they were entered, and whether scopes of
  /// other tests than the first one's are open.
  ///
  /// None, where one of them allows reads to be lost: the read may come from there. Looked for under
  /// the lock, without which a scope could end meanwhile and be freed here, later than its operation
  /// and on another thread. Its chain is held by whoever runs in it, so nothing is freed here.
  private func affecting(_ key: ObjectIdentifier) -> (scopes: [Affecting], amongOthers: Bool) {
    state.withLock { state in
      var found: [Affecting] = []
      for (_, head) in state.scopes {
        // What a test has prepared for its world is lost with the world.
        guard let scope = head.nearest(key) ?? head.world?.prepared.nearest(key) else { continue }
        if head.nearest(ObjectIdentifier(LostReadsKey.self)) != nil { return ([], false) }
        let identity = scope.identity
        if !found.contains(where: { $0.identity == identity }) {
          found.append(
            Affecting(identity: identity, place: scope.place, world: head.world?.session))
        }
      }
      guard let world = found.first?.world else { return (found, false) }
      for (_, head) in state.scopes {
        if let other = head.world?.session, !other.isOfSameTest(as: world) { return (found, true) }
      }
      return (found, false)
    }
  }

  /// The world of the test that the caller runs for; `nil` for the process.
  static var testWorld: ScopeNode? {
    TestSupport.isPresent ? TestSupport.current?.surroundings().testWorld : nil
  }

  /// The world that a read outside every scope is resolved in; `nil` for the process.
  ///
  /// Reports the read, where it has surely lost its scope: the caller runs for no test, and an open
  /// scope overrides the key.
  static func world(for request: Request) -> WorldNode? {
    guard TestSupport.isPresent, let surroundings = TestSupport.current?.surroundings() else {
      return nil
    }
    if case .outside = surroundings {
      let (scopes, amongOthers) = shared.affecting(request.keyID)
      if !scopes.isEmpty {
        IssueReporter.lostRead(
          request.key, accessor: request.accessor, overriddenBy: scopes, amongOthers: amongOthers)
      }
    }
    return surroundings.testWorld
  }
}

/// The key that a scope overrides which allows reads to be lost.
enum LostReadsKey {}
