import Synchronization

/// What a verification finds while it builds in its scratch scope.
///
/// Where a build has no value to go on with, it goes on with the key's test value; where the key has none,
/// its thread is parked for ever, and the keys that it was building are not built again: their initialisers
/// may hold locks that are never released.
final class Verification: Sendable {
  /// The verification that the task, or the helper thread, builds for.
  @TaskLocal static var current: Verification?
  @TaskLocal private static var isStandingIn = false

  struct Findings: Sendable {
    var missing: [InjectedVerificationError.Missing] = []
    var cycles: [InjectedVerificationError.Cycle] = []
    var failures: [String] = []
    var abandoned: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(Findings())
  /// Where prepared values are taken from.
  private let caller: Home
  private let helper = Guarded<ThreadID?>(nil)
  /// What parks the helper thread, on which it was set.
  @TaskLocal private static var park: Park?

  /// Not the bare function: an optional one has no type at run time in a release build of Swift 6.3.1.
  private struct Park: Sendable {
    let body: @Sendable () -> Never
  }

  init(for caller: Home) { self.caller = caller }

  var findings: Findings { state.withLock { $0 } }

  /// Reads a key in a scope, on a thread that can be parked.
  func build<Key: InjectedInterfaceKey>(_ key: Key.Type, in scope: Scope) {
    HelperThread.run { park in
      self.helper.withLock { $0 = .current }
      Self.$park.withValue(Park(body: park)) {
        Self.$current.withValue(self) {
          Scope.binding.withValue(InjectedValues(scope: scope)) {
            _ = InjectedValues(scope: scope).resolve(key, accessor: "verify(_:)")
          }
        }
      }
    }
    helper.withLock { $0 = nil }
  }

  func noteMissing(_ key: any Any.Type, accessor: StaticString?) {
    if Self.isStandingIn { return }
    let path = accessor == nil ? [] : Builds.shared.path()
    let names = path.map { IssueReporter.name($0) }
    let name = IssueReporter.name(key)
    state.withLock { findings in
      guard !findings.missing.contains(where: { $0.id == ObjectIdentifier(key) }) else { return }
      findings.missing.append(
        .init(
          id: ObjectIdentifier(key), key: name, accessor: accessor.map { "\($0)" },
          path: names.last == name || names.isEmpty ? names : names + [name]))
    }
  }

  /// Notes a cycle and gives a value to go on with.
  func standIn(forCycle keys: [any Any.Type], _ request: Request) -> Entry {
    if !Self.isStandingIn { note(cycle: keys) }
    guard let make = request.makeStandIn else { abandonOrTrap(keys, request.accessor) }
    return standIn(make, orTrap: { IssueReporter.cycle(keys, accessor: request.accessor) })
  }

  /// Gives a value for a key whose build was abandoned; `nil` where it was not.
  func standIn(forAbandoned request: Request) -> Entry? {
    let isAbandoned = state.withLock { $0.abandoned.contains(request.keyID) }
    guard isAbandoned, let make = request.makeStandIn else { return nil }
    return standIn(make)
  }

  /// Gives a value to go on with; where this is within another such value, gives up.
  func standIn<Value>(_ make: () -> Value, orTrap trap: () -> Void = {}) -> Value {
    if Self.isStandingIn {
      abandonThread()
      trap()
    }
    return Self.$isStandingIn.withValue(true) { make() }
  }

  /// Gives the value of a key that the caller has prepared, else its test value: nothing is missing yet,
  /// unless there is none of these.
  func standIn<Key: InjectedInterfaceKey>(forPrepared key: Key.Type) -> Key.Value {
    let request = Request(key, accessor: "verify(_:)")
    let prepared = Resolution(request: request, home: caller, build: nil, watch: nil)
      .kept(Slot(defaultOf: request.keyID), decidedBy: nil, at: .max)
    if let prepared { return prepared.entry.value(as: Key.Value.self) }
    return Self.isStandingIn ? standIn { key.testValue } : key.testValue
  }

  /// Gives up where a key has no value to stand in for it.
  func abandonStandIn() {
    if Self.isStandingIn { abandonThread() }
  }

  /// Notes why a build cannot go on, and gives it up.
  func abandon(because message: String) {
    if !Self.isStandingIn { state.withLock { $0.failures.append(message) } }
    abandonThread()
  }

  private func abandonOrTrap(_ keys: [any Any.Type], _ accessor: StaticString) -> Never {
    abandonThread()
    IssueReporter.cycle(keys, accessor: accessor)
  }

  /// Parks the thread if it is the verification's own; any other belongs to somebody else.
  private func abandonThread() {
    guard helper.withLock({ $0 }) == .current else { return }
    let keys = Builds.shared.abandonThread()
    state.withLock { findings in
      for key in keys { findings.abandoned.insert(ObjectIdentifier(key)) }
    }
    Self.park?.body()
  }

  /// Notes a cycle once, wherever it was entered.
  private func note(cycle keys: [any Any.Type]) {
    let open = keys.dropLast().map { ObjectIdentifier($0) }
    let path = keys.map { IssueReporter.name($0) }
    state.withLock { findings in
      for known in findings.cycles where Self.isRotation(known.ids, of: open) { return }
      findings.cycles.append(.init(ids: open, path: path))
    }
  }

  private static func isRotation(_ ids: [ObjectIdentifier], of others: [ObjectIdentifier]) -> Bool {
    ids.count == others.count && ids.indices.contains { ids[$0...] + ids[..<$0] == others[...] }
  }
}
