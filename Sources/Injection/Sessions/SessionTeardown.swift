/// What a session does with one key's value when it ends.
struct SessionTeardown: Sendable {
  /// Gives the key's name, or the accessor's type, where there is something to report.
  let name: @Sendable () -> String
  /// The key, as far as it is known: an accessor's is learnt from the first value that it gives.
  let key: @Sendable () -> ObjectIdentifier?
  /// Whether the teardown is for a key, of which an entry gives the value.
  private let isForKey: @Sendable (ObjectIdentifier, Entry) -> Bool
  let tearDown: @Sendable (Entry, InjectedSession.Outcome) async throws -> Void

  init<Key: InjectedInterfaceKey>(
    _ key: Key.Type,
    _ teardown: @escaping @Sendable (Key.Value, InjectedSession.Outcome) async throws -> Void
  ) {
    name = { IssueReporter.name(key) }
    self.key = { ObjectIdentifier(key) }
    isForKey = { id, _ in id == ObjectIdentifier(key) }
    tearDown = { try await teardown($0.value(as: Key.Value.self), $1) }
  }

  init<Value: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, Value> & Sendable,
    _ teardown: @escaping @Sendable (Value, InjectedSession.Outcome) async throws -> Void,
    at place: SourcePlace
  ) {
    name = { "\(Value.self), at \(place)" }
    key = { AccessorKey.learnt(from: keyPath)?.keyID }
    isForKey = { id, entry in
      AccessorKey.isKey(id, of: keyPath, giving: entry, for: "onEnd(_:_:)", at: place)
    }
    tearDown = { try await teardown($0.value(as: Value.self), $1) }
  }

  /// Whether an entry is of the teardown's key, and readers at a home are given it, by itself or wrapped.
  func isFor(_ entry: Entry, at home: Home) -> Bool {
    let slot = (entry as? Instance)?.trace.slot
    guard let key = slot?.key ?? (entry as? Override)?.keyID, isForKey(key, entry) else {
      return false
    }
    let base = home.base(of: key)?.link
    guard let slot else { return base === entry }
    return slot == Self.slot(of: key, at: home) || slot == Self.slot(of: key, by: base)
  }

  /// Gives the instance of the key that is kept further out than a home, and that readers at the home are given.
  func kept(around home: Home) -> Home.Kept? {
    let key = key()
    let slot = key.flatMap { Self.slot(of: $0, at: home) }
    // Readers are given an assigned value.
    if key != nil, slot == nil { return nil }
    return home.outer?.outward { outer, _ in
      let instance: Instance? =
        if let slot {
          outer.instance(for: slot, at: home, standingOn: home.layerIDs)
        } else {
          outer.kept.first { isFor($0, at: home) && $0.trace.holds(at: home) }
        }
      return instance.map { (outer, $0) }
    }
  }

  /// Gives the slot of the value that readers at a home are given; `nil` where it is assigned.
  fileprivate static func slot(of key: ObjectIdentifier, at home: Home) -> Slot? {
    slot(of: key, by: home.find(key)?.link)
  }

  private static func slot(of key: ObjectIdentifier, by link: Override?) -> Slot? {
    link?.isAssigned ?? false ? nil : Slot(of: key, by: link as? Recipe)
  }
}

/// The teardowns of one end.
struct Teardowns {
  private let teardowns: [SessionTeardown]
  private let life: SessionLife
  /// The overrides by which the session assigns values, until the first round.
  private var assigned: [Override]
  /// The overrides and traces of values torn down in earlier rounds: decorations of these are not torn down.
  private var doneOverrides: Set<Override.Identity> = []
  private var doneParts: [ObjectIdentifier: Trace] = [:]
  /// The numbers of the instances that were looked at, some of which may have gone.
  private var seen: Set<UInt64> = []
  /// The indices of the teardowns that had nothing to do.
  private var idle: Set<Int>

  /// Creates the teardowns in the phase ``Span/Phase/tearingDown``, in which none is added any more.
  init(of life: SessionLife) {
    self.life = life
    teardowns = life.span.session.withLock { $0.teardowns }
    idle = Set(teardowns.indices)
    // Several homes, where its update has gone on from saved values.
    let own = life.scope.home.chain.prefix { $0.entered.contains { $0 === life.span } }
    assigned = own.flatMap { $0.layer.list.map { Array($0.links()) } ?? [] }.filter(\.isAssigned)
  }

  /// A value to tear down, its instance if it was built, and the teardowns for it.
  typealias Work = (entry: Entry, instance: Instance?, teardowns: [SessionTeardown])

  /// Tears down the values that have come since the last round; gives whether there were any.
  mutating func tearDownNext(_ outcome: InjectedSession.Outcome) async -> Bool {
    let work = next()
    // An instance that was built in one session for an owner of another may be in both: one of them tears it down.
    for work in work where work.instance?.claimTeardown() ?? true {
      for teardown in work.teardowns {
        do {
          try await teardown.tearDown(work.entry, outcome)
        } catch {
          IssueReporter.teardownFailed(life.span, key: teardown.name(), error: error)
        }
      }
    }
    return !work.isEmpty
  }

  /// Gives the work for values that were assigned or built and not seen yet, the one made last first.
  mutating func next() -> [Work] {
    var work: [Work] = []
    // Values that were wrapped: where nobody reads such a value by itself, it is torn down with its wrapper.
    var wrapped: [Override.Identity] = []
    var parts: Set<ObjectIdentifier> = []
    for (home, instance) in life.span.kept.reversed() {
      // A session inside tears down its instances itself. Weak values of the main actor are looked at on that
      // alone, and have no teardowns.
      guard home.spans.contains(where: { $0 === life.span }), !home.hasEnded,
        !(instance is WeakInstance && instance.trace.isOfMainActor),
        seen.insert(instance.number).inserted, let present = instance.present
      else { continue }
      let trace = instance.trace
      let beyond = trace.reads.filter { $0.key == trace.key }
      wrapped += beyond.compactMap(\.decider)
      parts.formUnion(beyond.compactMap { $0.part.map { ObjectIdentifier($0) } })
      let isRead = trace.slot == SessionTeardown.slot(of: trace.slot.key, at: home)
      if wrapsDone(trace, at: home) { continue }
      if isRead || !parts.contains(ObjectIdentifier(trace)) {
        add(present, instance, at: home, to: &work)
      }
    }
    // The values that the session assigned are older than all that was built from them.
    let home = life.scope.home
    for override in assigned {
      let isRead = home.find(override.keyID)?.link === override
      if isRead || !wrapped.contains(override.identity) { add(override, nil, at: home, to: &work) }
    }
    assigned = []
    for (entry, _, _) in work {
      if let override = entry as? Override { doneOverrides.insert(override.identity) }
      if let part = entry.origin { doneParts[ObjectIdentifier(part)] = part }
    }
    return work
  }

  /// Whether an instance was made by decorating one that was torn down in an earlier round.
  ///
  /// Not where a collection is between: its contributed elements are torn down with it.
  private func wrapsDone(_ trace: Trace, at home: Home) -> Bool {
    var next: Trace? = trace
    while let wrapper = next, Self.isDecoration(wrapper, at: home),
      let read = wrapper.reads.first(where: { $0.beyond != nil && $0.key == wrapper.key })
    {
      if read.decider.map(doneOverrides.contains) ?? false { return true }
      if let part = read.part, doneParts[ObjectIdentifier(part)] != nil { return true }
      next = read.part
    }
    return false
  }

  private static func isDecoration(_ trace: Trace, at home: Home) -> Bool {
    let maker = home.overrides(of: trace.slot.key).first { $0.link.identity == trace.slot.link }
    return (maker?.link as? Recipe)?.kind == .decoration
  }

  private mutating func add(
    _ entry: Entry, _ instance: Instance?, at home: Home, to work: inout [Work]
  ) {
    // The teardown registered last runs first.
    let own = teardowns.indices.reversed().filter { teardowns[$0].isFor(entry, at: home) }
    if own.isEmpty { return }
    idle.subtract(own)
    work.append((entry, instance, own.map { teardowns[$0] }))
  }

  /// Reports teardowns of values that are kept outside the session.
  func reportIdle() {
    for index in idle.sorted() {
      guard let (home, instance) = teardowns[index].kept(around: life.scope.home) else { continue }
      IssueReporter.keptElsewhere(life.span, instance.trace, at: home.mark)
    }
  }
}
