import Synchronization

/// One read that the fast path could not answer.
///
/// Resolves in a running chain: finds what affects the key, then an instance that fits, then builds
/// one. Whatever is found is recorded with every build that runs between the reader and it.
struct Resolution<Value> {
  let request: Request<Value>
  /// The chain to resolve in; `nil` for the process.
  let reader: ScopeNode?
  /// The scope whose recordings see the read.
  private let observer: ScopeNode?

  /// Whether an update reads what it goes on to change, which counts as no use.
  private let isUpdate: Bool

  init(
    _ request: Request<Value>, in reader: ScopeNode?, observer: ScopeNode? = nil,
    isUpdate: Bool = false
  ) {
    self.request = request
    self.reader = reader
    self.observer = observer ?? reader
    self.isUpdate = isUpdate
  }

  /// The key's value for the reader.
  func value() -> Value {
    let word = Slot.value(of: request.keyID)
    switch search(for: word, orKey: request.keyID) {
    case .scope(let scope, let depth):
      return value(affectedBy: scope, depth: depth)
    case .instance(let instance):
      if instance.provenance.kind == .default { noteDefault() }
      // A weak instance may go between the search and the use: then as if none was found.
      return reuse(instance) ?? value()
    case .none:
      noteDefault()
      return defaultValue(isFinal: true)
    }
  }

  /// Tells the exhaustive scopes around the reader that nobody overrides the key.
  private func noteDefault() {
    guard request.isBuilt, !isUpdate else { return }
    Exhaustion.noteDefault(of: request.key, accessor: request.accessor, for: reader)
    if observer !== reader {
      Exhaustion.noteDefault(of: request.key, accessor: request.accessor, for: observer)
    }
  }

  /// Tells the exhaustive scopes that an override is in that it was used.
  func noteUse(of scope: ScopeNode) {
    if !isUpdate { Exhaustion.noteUse(of: scope) }
  }

  // MARK: Recording

  /// Records a read with every build that runs around the reader and sees the same value.
  ///
  /// - Returns: Whether no build and no junction was met, so that the result may be remembered for
  ///   the reader.
  @discardableResult
  func record(
    _ keys: Set<ObjectIdentifier>, from depth: Int32, _ provenance: @autoclosure () -> Provenance?
  ) -> Bool {
    var isSettled = true
    if let observer, observer.isRecorded {
      isSettled = !RecordingNode.note(provenance(), seenFrom: observer)
    }
    // Whoever reads through an owner leaves nothing behind where others are observed.
    if let reader, reader !== observer, reader.isRecorded {
      isSettled = isSettled && RecordingNode.running(around: reader).isEmpty
    }
    if let observer, observer !== reader {
      // Another chain answers: what is built around the reader depends on what was read there.
      add(keys, to: observer, from: 0, provenance())
    }
    return !add(keys, to: reader, from: depth, provenance()) && isSettled
  }

  /// Adds a read to every build of a chain that is deeper than the value's scope.
  ///
  /// - Returns: Whether there was one, or a junction, beyond which nothing is held.
  @discardableResult
  private func add(
    _ keys: Set<ObjectIdentifier>, to chain: ScopeNode?, from depth: Int32,
    _ provenance: @autoclosure () -> Provenance?
  ) -> Bool {
    var node = chain
    var isAdded = false
    var isHeld = true
    // A junction is as deep as the scope that it stands for.
    while let scope = node, scope.depth > depth || scope.isJunction {
      if scope.isJunction { isHeld = false }
      if scope.isBuilding, let build = (scope as? BuildNode)?.build {
        if !isAdded, let read = provenance() { build.add(read) }
        isAdded = true
        build.add(request.keyID, from: nil)
        for key in keys.union([request.keyID]) {
          let source = chain?.nearest(key)
          // What a scope inside the build assigned is the build's own affair.
          if let source, source.depth > scope.depth { continue }
          build.add(key, from: source)
        }
      }
      node = scope.up
    }
    return isAdded || !isHeld
  }

  private func remember(_ entry: Entry) {
    // Outside every scope, a process that runs tests has to ask for the reader's world each time.
    if reader == nil, TestSupport.isPresent { return }
    let extras = reader?.requiredExtras ?? ProcessScope.shared.extras
    extras.remember(Entry.word(entry), for: Slot.value(of: request.keyID))
  }

  // MARK: Using

  /// The value of an instance, unless it has gone meanwhile; remembered for the reader.
  func reuse(_ instance: Instance) -> Value? {
    guard let value = value(of: instance) else { return nil }
    let isSettled = record(instance.keys, from: instance.depth, instance.provenance)
    if isSettled, instance.tag == Entry.Tag.instance { remember(instance) }
    return value
  }

  /// The value of an instance, unless it has gone meanwhile.
  private func use(_ instance: Instance) -> Value? {
    guard let value = value(of: instance) else { return nil }
    record(instance.keys, from: instance.depth, instance.provenance)
    return value
  }

  func value(of instance: Instance) -> Value? {
    checkSession(of: instance)
    if let kept = instance as? ValueInstance<Value> { return kept.value }
    return (instance as? WeakInstance<Value>)?.value
  }

  /// The value that a scope gives; `depth` 0 stands for the process.
  private func value(affectedBy scope: ScopeNode, depth: Int32) -> Value {
    checkSession(of: scope)
    noteUse(of: scope)
    guard scope.tag == Entry.Tag.override else {
      return recipeValue(of: scope, depth: depth, isFinal: true)
    }
    let override = unsafeDowncast(scope, to: OverrideNode<Value>.self)
    if record([], from: depth, .init(override, of: request, isPrepared: depth == 0)) {
      remember(override)
    }
    return override.value
  }

  /// The value that the key has by itself.
  func defaultValue(isFinal: Bool) -> Value {
    guard request.isBuilt else {
      record([], from: 0, nil)
      return request.makeDefault(.live, request.accessor)
    }
    let slot = Slot(defaultOf: request.keyID)
    return built(slot, kind: .default, floor: nil, isFinal: isFinal) { node in
      request.makeDefault(circumstances(of: node), request.accessor)
    }
  }

  // MARK: Building

  /// An instance for a slot: one that fits, or a new one, kept in the scope that owns it.
  func built(
    _ slot: Slot, kind: InjectedSourceKind, floor: ScopeNode?, isFinal: Bool,
    make: (BuildNode) -> Value
  ) -> Value {
    while true {
      if request.lifetime.kind != .transient,
        case .instance(let instance) = search(for: slot.word, orKey: nil),
        let value = isFinal ? reuse(instance) : use(instance)
      {
        return value
      }
      if let value = Verification.current?.standIn(forAbandoned: request) { return value }
      let build = Build(
        slot: slot, key: request.key, accessor: request.accessor, reader: reader)
      let outcome: Outcome = build.running {
        switch BuildRegistry.shared.start(build, for: reader) {
        case .cycle(let keys):
          if let verification = Verification.current {
            return .value(verification.standIn(forCycle: keys, request))
          }
          IssueReporter.cycle(keys, accessor: request.accessor)
        case .wait(let other): return .wait(other)
        case .run:
          defer { BuildRegistry.shared.end(build) }
          // Another build may have ended between the search and the start.
          if request.lifetime.kind != .transient,
            case .instance = search(for: slot.word, orKey: nil)
          {
            return .again
          }
          build.add([], from: floor)
          let node = BuildNode(build, reader: reader)
          let value = Scopes.binding.withValue(node) { make(node) }
          return .value(
            finish(build, kind: kind, value: value, isFinal: isFinal, keep: keep))
        }
      }
      switch outcome {
      case .value(let value): return value
      case .again: continue
      case .wait(let other):
        other.wait()
        BuildRegistry.shared.stopWaiting(build.thread)
      }
    }
  }

  private var isInPreparation: Bool {
    var node = reader
    while let scope = node {
      if scope is PreparationNode { return true }
      node = scope.up
    }
    return false
  }

  private enum Outcome {
    case value(Value)
    case again
    case wait(Build)
  }

  /// Settles a build and keeps what it made.
  func finish(
    _ build: Build, kind: InjectedSourceKind, value: Value, isFinal: Bool,
    keep: (Instance, BuildRecord) throws -> Instance
  ) rethrows -> Value {
    var record = build.recorded
    // What affects the key itself is found before an instance is looked at.
    record.keys.remove(request.keyID)
    record.isPreliminary = isInPreparation
    if let part = record.deepest { record.deepest = reader?.head(ofScopeOf: part) }
    let owner = record.deepest
    let settlement = build.settlement.end.storeIfNil(.init(owner: owner))
    let provenance = Provenance(
      request.key, kind, request.lifetime, owner: ScopeMark(owner), reads: record.reads)
    let made: Instance
    switch request.lifetime.kind {
    case .transient:
      self.record(record.keys, from: owner?.depth ?? 0, provenance)
      return value
    case .weak:
      guard let object = WeakInstance<Value>.object(of: value) else {
        IssueReporter.weakNeedsClass(request.key, accessor: request.accessor)
      }
      made = WeakInstance<Value>(
        object, slot: build.slot, record: record, home: settlement.captured,
        firstReader: request.accessor, provenance: provenance)
    case .cached, .session:
      made = ValueInstance(
        value, slot: build.slot, record: record, home: settlement.captured,
        firstReader: request.accessor, provenance: provenance)
    }
    let kept = try keep(made, record)
    return (isFinal ? reuse(kept) : use(kept)) ?? value
  }
}
