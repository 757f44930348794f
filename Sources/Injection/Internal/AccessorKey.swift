/// The key that an accessor forwards to, as in `var api: API { self[APIKey.self] }`.
///
/// Learnt by running the accessor once, on a thread of its own, against values that note each key.
/// Nothing is built for it: a key whose value is not known already ends the run there, and its thread
/// with it. What was learnt is remembered; such a run is made again once it would go further.
struct AccessorKey {
  let key: any (Any & SendableMetatype).Type
  /// The accessor's name.
  let accessor: StaticString

  /// What was learnt, and whether a run in a scope would show more; `nil` where none would.
  private struct Known: Sendable {
    let key: AccessorKey
    let hasMore: (@Sendable (ScopeNode?) -> Bool)?
  }

  private static let known = Guarded<[Path: Known]>([:])

  /// Finds the key, or ends the process with a message that names the accessor.
  ///
  /// - Parameters:
  ///   - keyPath: The accessor.
  ///   - function: What the accessor was given to, for the message.
  ///   - place: Where it was given, for the message.
  init<V>(
    _ keyPath: any KeyPath<InjectedValues, V> & Sendable, for function: String,
    at place: SourcePlace
  ) {
    self.init(Path(keyPath), giving: V.self, for: function, at: place) {
      _ = $0[keyPath: keyPath]
    }
  }

  private init(
    _ path: Path, giving type: any Any.Type, for function: String, at place: SourcePlace,
    _ read: @escaping @Sendable (InjectedValues) -> Void
  ) {
    let scope = Scopes.enclosing
    if let known = Self.known.withLock({ $0[path] }), known.hasMore?(scope) != true {
      self = known.key
      return
    }
    let probe = AccessorProbe(scope: scope, place: place)
    let values = InjectedValues(reader: nil, owner: .detached(probe))
    HelperThread.run {
      read(values)
      probe.noteEnd()
    }
    let reads = probe.takeReads()
    guard let first = reads.keys.first, reads.keys.count == 1, first.value == type else {
      var accessors: [String] = []
      var keys: [any Any.Type] = []
      for read in reads.keys {
        keys.append(read.key)
        let accessor = "\(read.accessor)"
        if !accessors.contains(accessor) { accessors.append(accessor) }
      }
      IssueReporter.notOneKey(
        keys, readThrough: accessors, gives: type, function, at: place)
    }
    let found = AccessorKey(key: first.key, accessor: first.accessor)
    let learnt = Known(key: found, hasMore: reads.isComplete ? nil : first.isKnown)
    Self.known.withLock { $0[path] = learnt }
    self = found
  }

  private init(key: any (Any & SendableMetatype).Type, accessor: StaticString) {
    self.key = key
    self.accessor = accessor
  }

  /// A key path, to be found again.
  private struct Path: Hashable, @unchecked Sendable {
    // Unchecked because `AnyKeyPath` alone is not Sendable: it is made from one that is.
    private let path: AnyKeyPath

    init(_ path: any AnyKeyPath & Sendable) {
      self.path = path
    }
  }
}

/// A scope whose reads are noted instead of resolved.
final class AccessorProbe: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  struct Read: Sendable {
    let key: any (Any & SendableMetatype).Type
    let value: any Any.Type
    let accessor: StaticString
    /// Whether the key has a value for a reader in a scope without building it.
    let isKnown: @Sendable (ScopeNode?) -> Bool
  }

  struct Reads: Sendable {
    var keys: [Read] = []
    /// Whether the accessor has returned.
    var isComplete = false
  }

  private struct State: Sendable {
    var scope: ScopeNode?
    var reads = Reads()
  }

  private let state: Guarded<State>

  init(scope: ScopeNode?, place: SourcePlace) {
    self.state = Guarded(State(scope: scope))
    super.init(key: Never.self, outer: nil, place: place, captured: true)
  }

  /// What was read, after the run.
  ///
  /// Lets go of the scope: a thread that has ended in the middle never releases the probe.
  func takeReads() -> Reads {
    let state = state.withLock { state in
      defer { state.scope = nil }
      return state
    }
    return state.reads
  }

  func noteEnd() { state.withLock { $0.reads.isComplete = true } }

  /// Notes a read, and gives its entry where it is known; else the thread ends.
  func entry(for request: Request) -> Entry {
    guard let entry = known(request) else { HelperThread.exit() }
    return entry
  }

  // A function of its own, whose references are released before the thread can end.
  @inline(never)
  private func known(_ request: Request) -> Entry? {
    let scope = state.withLock { state in
      if !state.reads.keys.contains(where: { $0.key == request.key }) {
        state.reads.keys.append(
          Read(
            key: request.key, value: request.valueType, accessor: request.accessor,
            isKnown: { Self.known(request, in: $0) != nil }))
      }
      return state.scope
    }
    return Self.known(request, in: scope)
  }

  private static func known(_ request: Request, in scope: ScopeNode?) -> Entry? {
    withExtendedLifetime(scope) { Resolution(request, in: scope).known() }
  }
}
