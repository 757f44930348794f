/// What a session does with one key's value when it ends.
struct SessionTeardown: Sendable {
  /// Gives the key's name, or the accessor's type, where there is something to report.
  let name: @Sendable () -> String
  /// The key, as far as it is known: an accessor's is learnt from the first value that it gives.
  let key: @Sendable () -> ObjectIdentifier?
  /// Whether it is for a key that gives an entry.
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
    key = { AccessorKey.learnt(from: keyPath) }
    isForKey = { id, entry in
      AccessorKey.isKey(id, of: keyPath, giving: entry, for: "onEnd(_:_:)", at: place)
    }
    tearDown = { try await teardown($0.value(as: Value.self), $1) }
  }

  /// Whether a reader at a home is given an entry for the key, by itself or wrapped, and not what replaces it.
  func isFor(_ entry: Entry, at home: Home) -> Bool {
    let slot = (entry as? Instance)?.trace.slot
    guard let key = slot?.key ?? (entry as? Override)?.keyID, isForKey(key, entry) else {
      return false
    }
    let base = home.base(of: key)?.link
    guard let slot else { return base === entry }
    return slot == Self.slot(of: key, at: home) || slot == Self.slot(of: key, by: base)
  }

  /// What is kept around a home, and is given to its readers.
  func kept(around home: Home) -> Home.Kept? {
    let key = key()
    let slot = key.flatMap { Self.slot(of: $0, at: home) }
    // Assigned.
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

  /// What makes the value that readers at a home are given; `nil` where it is assigned.
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
  /// What the session has assigned, until the first round.
  private var assigned: [Override]
  /// What was torn down in earlier rounds: nor is what wraps it then.
  private var doneOverrides: Set<Override.Identity> = []
  private var doneParts: [ObjectIdentifier: Trace] = [:]
  /// The numbers of instances that were looked at, some of which may be gone.
  private var seen: Set<UInt64> = []
  /// Those that had nothing to do.
  private var idle: [Int]

  /// Once the end has begun: none is added any more.
  init(of life: SessionLife) {
    self.life = life
    teardowns = life.span.session.withLock { $0.teardowns }
    idle = Array(teardowns.indices)
    // Its update may have gone on from saved values.
    let own = life.scope.home.chain.prefix { $0.entered.contains { $0 === life.span } }
    assigned = own.flatMap { $0.layer.list.map { Array($0.links()) } ?? [] }.filter(\.isAssigned)
  }

  /// What is to be torn down, and the instance that has it, where it was built.
  typealias Work = (entry: Entry, instance: Instance?, teardowns: [SessionTeardown])

  /// Tears down what has been built since the last time; gives whether there was any.
  mutating func tearDownNext(_ outcome: InjectedSession.Outcome) async -> Bool {
    let work = next()
    // Two sessions may have what was built for an owner of the one, in the other: one of them does it.
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

  /// What is to be done with what was assigned and built and not seen yet, the last one first.
  mutating func next() -> [Work] {
    var work: [Work] = []
    // What was assigned or built, and wrapped: where nobody reads it by itself, it is torn down with what
    // wraps it.
    var wrapped: [Override.Identity] = []
    var parts: Set<ObjectIdentifier> = []
    for (home, instance) in life.span.kept.reversed() {
      // What a session inside keeps is its own affair. Weak values of the main actor are looked at there
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
    // What the session assigned is older than what was built from it.
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
  /// Not where a collection is between: what is contributed is torn down with that.
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
    // The one registered last is the first.
    let own = teardowns.indices.reversed().filter { teardowns[$0].isFor(entry, at: home) }
    if own.isEmpty { return }
    idle.removeAll { own.contains($0) }
    work.append((entry, instance, own.map { teardowns[$0] }))
  }

  /// Reports teardowns of values that are kept outside the session.
  func reportIdle() {
    for index in idle {
      guard let (home, instance) = teardowns[index].kept(around: life.scope.home) else { continue }
      IssueReporter.keptElsewhere(life.span, instance.trace, at: home.mark)
    }
  }
}
