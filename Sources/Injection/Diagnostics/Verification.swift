import Synchronization

/// What a verification finds while it builds in its scratch scope.
///
/// Where a build has no value to go on with, it goes on with the key's test value. Where the key has none, the
/// thread is parked for ever, and the keys that the thread was building are not built again: their initialisers
/// may hold locks that are never released.
final class Verification: Sendable {
  /// The verification that the task, or the helper thread, builds for.
  static var current: Verification? { hasBegun.load(ordering: .relaxed) ? bound : nil }
  @TaskLocal private static var bound: Verification?
  /// Set by the first one: until then, a build asks for no task-local.
  private static let hasBegun = Atomic(false)
  @TaskLocal private static var isStandingIn = false

  let error = Guarded(InjectedVerificationError())
  private let abandoned = Guarded<Set<ObjectIdentifier>>([])
  /// Where prepared values are taken from.
  private let caller: Home
  /// The thread that builds a key, and the signal that the thread has built it or is parked.
  private let helper = Guarded<(thread: ThreadID, end: Signal)?>(nil)
  /// Never fires: a parked thread, ended inside frames of the user's, would leave their locks locked.
  private static let parked = Signal()

  init(for caller: Home) {
    self.caller = caller
    Self.hasBegun.store(true, ordering: .relaxed)
  }

  /// Reads a key in a scope, on a thread that can be parked; unless its build was abandoned before.
  func build(_ key: any InjectedInterfaceKey.Type, in scope: Scope) {
    if abandoned.withLock({ $0.contains(ObjectIdentifier(key)) }) { return }
    let end = Signal()
    ThreadID.start {
      self.helper.withLock { $0 = (.current, end) }
      Self.$bound.withValue(self) {
        Scope.binding.withValue(InjectedValues(scope: scope)) {
          _ = InjectedValues(scope: scope).resolve(key, accessor: "verify(_:)")
        }
      }
      end.fire()
    }
    end.wait()
    helper.withLock { $0 = nil }
  }

  func noteMissing(_ key: any Any.Type, accessor: StaticString?) {
    if Self.isStandingIn { return }
    let path = accessor == nil ? [] : Builds.shared.path().map { IssueReporter.name($0) }
    let name = IssueReporter.name(key)
    let howToProvide = IssueReporter.howToProvide(key)
    error.withLock { findings in
      guard !findings.missing.contains(where: { $0.id == ObjectIdentifier(key) }) else { return }
      findings.missing.append(
        .init(
          id: ObjectIdentifier(key), key: name, accessor: accessor?.description, path: path,
          howToProvide: howToProvide))
    }
  }

  func standIn(forCycle keys: [any Any.Type], _ request: Request) -> Entry {
    if !Self.isStandingIn {
      let open = keys.dropLast().map { ObjectIdentifier($0) }
      let path = keys.map { IssueReporter.name($0) }
      error.withLock { findings in
        let isKnown = findings.cycles.contains { known in
          known.ids.indices.contains { known.ids[$0...] + known.ids[..<$0] == open[...] }
        }
        if !isKnown { findings.cycles.append(.init(ids: open, path: path)) }
      }
    }
    guard !Self.isStandingIn, let make = request.makeStandIn else {
      abandonThread()
      IssueReporter.cycle(keys, accessor: request.accessor)
    }
    return standIn(make)
  }

  func standIn(forAbandoned request: Request) -> Entry? {
    let isAbandoned = abandoned.withLock { $0.contains(request.keyID) }
    guard isAbandoned, let make = request.makeStandIn else { return nil }
    return standIn(make)
  }

  /// Gives a value to go on with; gives up where this is called to make another such value.
  func standIn<Value>(_ make: () -> Value) -> Value {
    abandonStandIn()
    return Self.$isStandingIn.withValue(true) { make() }
  }

  /// Gives the value of a key that the caller has prepared, else its test value: only a key with neither is a
  /// failure.
  func standIn<Key: InjectedInterfaceKey>(forPrepared key: Key.Type) -> Key.Value {
    let request = Request(key, accessor: "verify(_:)")
    let base = caller.base(of: request.keyID)
    if let prepared = Resolution.kept(request, at: caller, by: base) {
      return prepared.entry.value(as: Key.Value.self)
    }
    abandonStandIn()
    return key.testValue
  }

  /// Gives up, where a value is being made to stand in for another one.
  func abandonStandIn() {
    if Self.isStandingIn { abandonThread() }
  }

  func abandon(because message: String) {
    if !Self.isStandingIn { error.withLock { $0.failures.append(message) } }
    abandonThread()
  }

  /// Parks the thread if it is the verification's own; any other belongs to somebody else.
  private func abandonThread() {
    guard let (thread, end) = helper.withLock({ $0 }), thread == .current else { return }
    let keys = Builds.shared.abandonThread().map { ObjectIdentifier($0) }
    abandoned.withLock { $0.formUnion(keys) }
    end.fire()
    while true { Self.parked.wait() }
  }
}
