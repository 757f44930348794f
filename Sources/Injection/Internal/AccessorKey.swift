/// The key that an accessor forwards to, as in `var api: API { self[APIKey.self] }`.
///
/// Learnt by running the accessor once, on a thread of its own, against values that note each key.
/// Nothing is built for it: a key whose value is not known already ends the run there. What a run to
/// the end has shown is remembered.
struct AccessorKey {
  let key: any (Any & SendableMetatype).Type
  /// The accessor's name.
  let accessor: StaticString

  private static let known = Guarded<[Path: AccessorKey]>([:])

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
    let path = Path(keyPath)
    if let known = Self.known.withLock({ $0[path] }) {
      self = known
      return
    }
    let probe = AccessorProbe(scope: Scopes.enclosing, place: place)
    let values = InjectedValues(reader: nil, owner: .detached(probe))
    HelperThread.run {
      _ = values[keyPath: keyPath]
      probe.noteEnd()
    }
    let reads = probe.reads
    guard let first = reads.keys.first, reads.keys.count == 1, first.value == V.self else {
      IssueReporter.notOneKey(
        reads.keys.map { ($0.key, $0.accessor) }, gives: V.self, function, at: place)
    }
    let found = AccessorKey(key: first.key, accessor: first.accessor)
    if reads.isComplete { Self.known.withLock { $0[path] = found } }
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
  }

  struct Reads: Sendable {
    var keys: [Read] = []
    /// Whether the accessor has returned.
    var isComplete = false
  }

  private let scope: ScopeNode?
  private let noted = Guarded(Reads())

  init(scope: ScopeNode?, place: SourcePlace) {
    self.scope = scope
    super.init(key: Never.self, outer: nil, place: place, captured: true)
  }

  var reads: Reads { noted.withLock { $0 } }

  func noteEnd() { noted.withLock { $0.isComplete = true } }

  /// Notes a read, and gives the value where it is known; else the thread ends.
  func value<Value>(for request: Request<Value>) -> Value {
    noted.withLock { reads in
      guard !reads.keys.contains(where: { $0.key == request.key }) else { return }
      reads.keys.append(Read(key: request.key, value: Value.self, accessor: request.accessor))
    }
    guard let value = Resolution(request, in: scope).known() else { HelperThread.exit() }
    return value
  }
}
