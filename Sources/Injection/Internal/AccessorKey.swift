import Synchronization

/// The key that an accessor forwards to, as in `var api: API { self[APIKey.self] }`.
///
/// Learnt by running the accessor once, on a thread of its own, against values that note each key.
/// Nothing is built for it: a key whose value is not known already ends the run there.
struct AccessorKey {
  let key: any (Any & SendableMetatype).Type
  /// The accessor's name.
  let accessor: StaticString

  /// Finds the key, or ends the process with a message that names the accessor.
  ///
  /// - Parameters:
  ///   - accessor: A key path literal, or a function of the values.
  ///   - function: What the accessor was given to, for the message.
  ///   - place: Where it was given, for the message.
  init<V>(
    _ accessor: @escaping @Sendable (InjectedValues) -> V, for function: String,
    at place: SourcePlace
  ) {
    let probe = AccessorProbe(scope: Scopes.current, place: place)
    let values = InjectedValues(reader: nil, owner: .detached(probe))
    HelperThread.run { _ = accessor(values) }
    let reads = probe.reads
    guard let first = reads.first, reads.count == 1, first.value == V.self else {
      IssueReporter.notOneKey(
        reads.map { ($0.key, $0.accessor) }, gives: V.self, function, at: place)
    }
    self.key = first.key
    self.accessor = first.accessor
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

  private let scope: ScopeNode?
  private let noted = Guarded<[Read]>([])

  init(scope: ScopeNode?, place: SourcePlace) {
    self.scope = scope
    super.init(key: Never.self, outer: nil, place: place, captured: true)
  }

  var reads: [Read] { noted.withLock { $0 } }

  /// Notes a read, and gives the value where it is known; else the thread ends.
  func value<Value>(for request: Request<Value>) -> Value {
    noted.withLock { reads in
      guard !reads.contains(where: { $0.key == request.key }) else { return }
      reads.append(Read(key: request.key, value: Value.self, accessor: request.accessor))
    }
    guard let value = Resolution(request, in: scope).known() else { HelperThread.exit() }
    return value
  }
}
