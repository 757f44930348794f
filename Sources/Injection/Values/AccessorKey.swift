/// The key that an accessor forwards to, as in `var api: API { self[APIKey.self] }`.
///
/// Learnt by a dry read: the accessor runs once, on the caller's thread, against values that note each key.
/// They give the accessor a value at hand, else what a read in the scope around gives. The keys of some
/// thousand accessors are remembered, no more: an accessor with arguments is another object each time.
enum AccessorKey {
  /// The keys of accessors, by the object that a key path literal makes once.
  ///
  /// Not by equality: key paths that differ in a generic argument alone count as equal.
  private static let known = Guarded<[ObjectIdentifier: Known]>([:])

  private struct Known: Sendable {
    // Weak: an accessor holds its arguments. Once it has gone, another one may stand in its place.
    weak let path: (any AnyKeyPath & Sendable)?
    let key: Request
  }

  /// Finds the key, or ends the process with a message that names the accessor and the function that it was
  /// given to.
  ///
  /// In a dry read, a key of the accessor's type gives `stand`, if there is one.
  static func read<V>(
    by keyPath: any KeyPath<InjectedValues, V> & Sendable, for function: String,
    in values: InjectedValues = .current, at place: SourcePlace, stand: Entry? = nil
  ) -> Request {
    let use = AccessorProbe.Use(function: function, place: place)
    let (key, reads) = Self.learn(from: keyPath, in: values, giving: stand, for: use)
    guard let key else { IssueReporter.notOneKey(reads, gives: V.self, for: use) }
    if key.key == ContextKey.self { IssueReporter.contextIsNoKey(for: use) }
    return key
  }

  /// Whether an accessor forwards to a key; in a dry read, that key gives the entry.
  static func isKey<V>(
    _ id: ObjectIdentifier, of keyPath: any KeyPath<InjectedValues, V> & Sendable,
    giving entry: Entry, for function: String, at place: SourcePlace
  ) -> Bool {
    if let known = learnt(from: keyPath) { return known.keyID == id }
    guard let stand = entry.giving(V.self) else { return false }
    let use = AccessorProbe.Use(function: function, place: place)
    let (key, reads) = learn(
      from: keyPath, in: .current, giving: stand, knowing: (id, entry), for: use)
    if key == nil { IssueReporter.forwardsToNoKey(reads, gives: V.self, for: use) }
    return key?.keyID == id
  }

  /// Returns the key of an accessor, known or learnt; `nil`, and all that was read, if it is not exactly one.
  private static func learn<V>(
    from keyPath: any KeyPath<InjectedValues, V> & Sendable, in values: InjectedValues,
    giving stand: Entry?, knowing entry: (key: ObjectIdentifier, entry: Entry)? = nil,
    for use: AccessorProbe.Use
  ) -> (key: Request?, reads: [Request]) {
    if let key = learnt(from: keyPath) { return (key, []) }
    let reads = AccessorProbe.reads(
      of: keyPath, in: values, giving: stand, knowing: entry, for: use)
    guard let first = reads.first, reads.count == 1, first.valueType == V.self else {
      return (nil, reads)
    }
    known.withLock { known in
      if known.count >= 1_024 { known = [:] }
      known[ObjectIdentifier(keyPath)] = Known(path: keyPath, key: first)
    }
    return (first, reads)
  }

  /// Returns the key of an accessor, if that has been learnt.
  static func learnt(from keyPath: any AnyKeyPath & Sendable) -> Request? {
    known.withLock { $0[ObjectIdentifier(keyPath)].flatMap { $0.path == nil ? nil : $0.key } }
  }
}

/// A read in a test that only learns a key; no failure is reported.
enum DryRun: Sendable {
  /// An instance that is built is kept, unless the build used a stand-in.
  case silent
  /// A recording watches the test: no instance is kept, so that the recording sees the reads of a later build.
  case unseen
}

/// A probe of an accessor, which notes the keys that the accessor reads.
final class AccessorProbe: Sendable {
  /// The function that an accessor was given to, and where.
  struct Use: Sendable {
    let function: String
    let place: SourcePlace
  }

  /// The key that a dry read asks for a value to give to the accessor.
  @TaskLocal static var asked: (key: ObjectIdentifier, use: Use)?

  private let found = Guarded<[Request]>([])
  private let give: @Sendable (Request) -> Entry

  private init(giving give: @escaping @Sendable (Request) -> Entry) { self.give = give }

  static func reads<V>(
    of keyPath: KeyPath<InjectedValues, V>, in values: InjectedValues, giving stand: Entry?,
    knowing known: (key: ObjectIdentifier, entry: Entry)? = nil, for use: Use
  ) -> [Request] {
    let around = values.standing
    let probe = AccessorProbe { request in
      // The entry of the known key, whose value may be of another type than the accessor's.
      if let known, known.key == request.keyID { return known.entry }
      if let stand, request.valueType == V.self { return stand }
      return $asked.withValue((request.keyID, use)) {
        // If the key has no live value, its test value will do.
        request.makeStandIn(where: around) ?? dryEntry(for: request, in: around)
      }
    }
    let scope = Scope(
      outer: around, place: around?.place ?? .process, watch: Watch([], probe: probe))
    _ = InjectedValues(scope: scope)[keyPath: keyPath]
    return probe.found.withLock { $0 }
  }

  /// Returns what a read in a scope gives.
  ///
  /// No recording sees it, since which use learns an accessor first is chance. In a test, it does not count as
  /// a read of the test either.
  private static func dryEntry(for request: Request, in scope: Scope?) -> Entry {
    let around = scope ?? .process
    let isTest = InjectedContext.applying(at: around.home) == .test
    let unseen = InjectedValues(scope: Scope(unwatched: scope, at: around.place))
    return unseen.entry(
      for: request, isProbing: true,
      dryRun: !isTest ? nil : around.recordings.isEmpty ? .silent : .unseen)
  }

  /// Notes a read; returns what gives its value.
  func entry(for request: Request) -> Entry {
    found.withLock { found in
      if !found.contains(where: { $0.key == request.key }) { found.append(request) }
    }
    return give(request)
  }
}
