/// The scopes whose operations run now, in a process that runs tests; in other processes, none.
///
/// A read that has lost its scope says nothing about where it came from. What can be known is which
/// scopes override its key at that moment.
@usableFromInline
enum OpenScopes {
  private static let state = Guarded((last: UInt64(0), scopes: [UInt64: Scope]()))
  private static let reported = Guarded<Set<String>>([])

  /// Notes that an operation begins in a scope; gives a token for ``close(_:)``, zero where nothing was noted.
  @usableFromInline
  static func open(_ scope: Scope?) -> UInt64 {
    // As nearly always where no tests run: nobody looks on.
    if !TestSupport.mayBePresent, scope?.watch == nil { return 0 }
    guard let scope else { return 0 }
    for recording in scope.recordings { recording.noteEntering(scope) }
    guard TestSupport.isPresent else { return 0 }
    return state.withLock { state in
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
    let scope = state.withLock { $0.scopes.removeValue(forKey: token) }
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
  static func isFirst(_ read: String) -> Bool { reported.withLock { $0.insert(read).inserted } }

  /// The open scopes in which an override decides what a read asks for, one for each place of a test, in the
  /// order in which they were entered.
  ///
  /// `nil`, where one of them allows reads to be lost: the read may come from there. Looked for under the lock:
  /// else a scope could end meanwhile and be freed here, later than its operation and on another thread. Under
  /// the lock, whoever runs in the scope holds it.
  private static func affecting(by decider: (Home) -> Home.Found?) -> [Affecting]? {
    state.withLock { state in
      var found: [Affecting] = []
      // Few decide, of hundreds that are open in tests that run at once: only these are sorted.
      let deciding = state.scopes.compactMap { number, scope in
        decider(scope.home).map { (number: number, scope: scope, decider: $0) }
      }
      for (_, scope, decider) in deciding.sorted(by: { $0.number < $1.number }) {
        if scope.home.find(ObjectIdentifier(LostReadsKey.self)) != nil { return nil }
        let (place, test) = (scope.home.place(of: decider), scope.span?.test)
        // By the test's name: each argument of a test has a world of its own.
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

  /// The world of the test that the caller surely runs for; `nil` for the process, or where that is not sure.
  static var testWorld: Scope? {
    guard let (world, isCertain) = TestSupport.current?.surroundings() else { return nil }
    return isCertain ? world?.scope : nil
  }

  /// Whether a read is resolved in the world of a test that the reader may not run for: then an issue is not
  /// certainly that test's.
  static let isGuessed = TaskLocal(wrappedValue: false)

  /// The world that a read outside every scope is resolved in, `nil` for the process; and whether that is guessed.
  ///
  /// Reports the read, if the caller's test is not certain and an open scope overrides the key. Where none does,
  /// `mayBeLost` says that one may override what the value is built from: see ``noteLost(_:to:)``.
  static func world(for request: Request) -> (scope: Scope?, isGuessed: Bool, mayBeLost: Bool) {
    guard let (world, isCertain) = TestSupport.current?.surroundings() else {
      return (nil, false, false)
    }
    if isCertain { return (world?.scope, false, false) }
    let scopes = affecting { $0.find(request.keyID) }
    IssueReporter.lostRead(request, overriddenBy: scopes ?? [])
    return (world?.scope, world != nil, scopes?.isEmpty ?? false)
  }

  /// Reports a read that has lost its scope, where an open scope overrides a key that its value is built from.
  static func noteLost(_ answer: Home.Answer, to request: Request) {
    guard let trace = answer.entry.origin else { return }
    let scopes = affecting { home in
      trace.decidedOtherwise(at: home, besides: [ContextKey.self, SessionKey.self])
    }
    IssueReporter.lostRead(request, overriddenBy: scopes ?? [])
  }
}

/// The key of the mark that allows reads to be lost in a scope.
enum LostReadsKey {}

/// The key of the mark by which lost reads fail the test of a scope.
enum FailingLostReadsKey {}
