/// The scopes whose operations run now, in a process that runs tests; nothing in any other.
///
/// A read that has lost its scope says nothing about where it came from. What can be known is which
/// scopes override its key at that moment.
@usableFromInline
final class OpenScopes: Sendable {
  static let shared = OpenScopes()

  private let state = Guarded((last: UInt64(0), scopes: [UInt64: Scope]()))
  private let reported = Guarded<Set<String>>([])

  /// Notes that an operation begins in a scope; gives what ends the note, zero for none.
  @usableFromInline
  static func open(_ scope: Scope?) -> UInt64 {
    if !TestSupport.mayBePresent, scope?.watch == nil { return 0 }
    guard let scope else { return 0 }
    for recording in scope.recordings { recording.noteEntering(scope) }
    guard TestSupport.isPresent else { return 0 }
    return shared.state.withLock { state in
      state.last += 1
      state.scopes[state.last] = scope
      return state.last
    }
  }

  @inlinable
  static func close(_ token: UInt64) { if token != 0 { forget(token) } }

  @usableFromInline
  static func forget(_ token: UInt64) {
    // What the scope holds is freed outside the lock.
    let scope = shared.state.withLock { $0.scopes.removeValue(forKey: token) }
    withExtendedLifetime(scope) {}
  }

  /// What is said of an open scope that overrides a key; holds no part of the scope.
  struct Affecting {
    let key: any Any.Type
    let place: SourcePlace
    let test: TestIdentity?
    /// Whether it asks that lost reads fail its test.
    let isFailing: Bool

    var description: String { place.description + (test.map { " in " + $0.name } ?? "") }
  }

  /// Whether a lost read is the first of its kind, in whatever test: a loop does not flood them all.
  func isFirst(_ read: String) -> Bool { reported.withLock { $0.insert(read).inserted } }

  /// The scopes in which an override decides now what a read asks, one for each place of a test, in the order
  /// in which they were entered.
  ///
  /// Nothing at all, where one of them allows reads to be lost: the read may come from there. Looked for
  /// under the lock, without which a scope could end meanwhile and be freed here, later than its operation
  /// and on another thread. Whoever runs in it holds it, so nothing is freed here.
  private func affecting(by decider: (Home) -> Home.Found?) -> [Affecting]? {
    state.withLock { state in
      var found: [Affecting] = []
      // Seldom any, of hundreds in tests that run at once.
      let deciding = state.scopes.compactMap { number, scope in
        decider(scope.home).map { (number: number, scope: scope, decider: $0) }
      }
      for (_, scope, decider) in deciding.sorted(by: { $0.number < $1.number }) {
        if scope.home.find(ObjectIdentifier(LostReadsKey.self)) != nil { return nil }
        let (place, test) = (scope.home.place(of: decider), scope.span?.test)
        // Each argument of a test has a world of its own.
        if found.contains(where: { $0.place.isSame(as: place) && $0.test?.name == test?.name }) {
          continue
        }
        let isFailing = scope.home.find(ObjectIdentifier(FailingLostReadsKey.self)) != nil
        found.append(
          Affecting(key: decider.link.key, place: place, test: test, isFailing: isFailing))
      }
      return found
    }
  }

  /// The world of the test that the caller surely runs for; `nil` for the process.
  static var testWorld: Scope? {
    guard let (world, isCertain) = TestSupport.current?.surroundings() else { return nil }
    return isCertain ? world?.scope : nil
  }

  /// Whether a read is resolved in the world of a test that the reader may not run for: then what is wrong
  /// is not certainly that test's.
  static let isGuessed = TaskLocal(wrappedValue: false)

  /// The world that a read outside every scope is resolved in, `nil` for the process, whether that is guessed,
  /// and whether the read may have lost its scope, though nobody overrides its key.
  ///
  /// Reports the read, where it has surely lost its scope: the caller runs for no test, and an open
  /// scope overrides the key.
  static func world(for request: Request) -> (scope: Scope?, isGuessed: Bool, mayBeLost: Bool) {
    guard let (world, isCertain) = TestSupport.current?.surroundings() else {
      return (nil, false, false)
    }
    if isCertain { return (world?.scope, false, false) }
    let scopes = shared.affecting { $0.find(request.keyID) }
    IssueReporter.lostRead(request, overriddenBy: scopes ?? [])
    return (world?.scope, world != nil, scopes?.isEmpty ?? false)
  }

  /// Reports a read that has lost its scope where an open one overrides what its value is built from.
  static func noteLost(_ answer: Home.Answer, to request: Request) {
    guard let trace = answer.entry.origin else { return }
    let scopes = shared.affecting { home in
      trace.decidedOtherwise(at: home, besides: [ContextKey.self, SessionKey.self])
    }
    IssueReporter.lostRead(request, overriddenBy: scopes ?? [])
  }
}

/// The key that a scope overrides which allows reads to be lost.
enum LostReadsKey {}

/// The key that a scope overrides whose test fails for lost reads.
enum FailingLostReadsKey {}
