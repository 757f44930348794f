extension Resolution {
  /// What makes the value of a build.
  ///
  /// Not a closure, for each of which the compiler would make a copy of all that builds.
  enum Maker {
    case key
    case recipe(RecipeNode, isProcess: Bool)
    case contribution(RecipeNode)
  }

  private func make(by maker: Maker, in node: BuildNode) -> Instance {
    switch maker {
    case .key: return request.makeDefault(circumstances(of: node))
    case .recipe(let recipe, let isProcess):
      return recipe.make(for: Resolution(request, in: node), isProcess: isProcess)
    case .contribution(let recipe):
      Resolution(request, in: node).readSession()
      return recipe.makeElement()
    }
  }

  /// An instance for a slot: one that fits, or a new one, kept in the scope that owns it.
  func built(
    _ slot: Slot, kind: InjectedSourceKind, floor: ScopeNode?, isFinal: Bool, by maker: Maker
  ) -> Entry {
    while true {
      let endCount = BuildRegistry.shared.endCount
      if let instance = kept(slot), let entry = isFinal ? reuse(instance) : use(instance) {
        return entry
      }
      if let entry = Verification.current?.standIn(forAbandoned: request) { return entry }
      let build = Build(slot: slot, request: request, reader: reader, floor: floor)
      let outcome: Outcome = build.running {
        switch BuildRegistry.shared.start(build, for: reader) {
        case .cycle(let keys):
          if let verification = Verification.current {
            return .made(verification.standIn(forCycle: keys, request))
          }
          IssueReporter.cycle(keys, accessor: request.accessor)
        case .wait(let other): return .wait(other)
        case .run:
          defer { BuildRegistry.shared.end(build) }
          // Another build may have ended between the search and the start.
          if BuildRegistry.shared.endCount != endCount, kept(slot) != nil { return .again }
          return .made(run(build, kind: kind, isFinal: isFinal, by: maker))
        }
      }
      switch outcome {
      case .made(let entry): return entry
      case .again: continue
      case .wait(let other):
        build.forgetBeyond()
        other.wait()
      }
    }
  }

  private enum Outcome {
    case made(Entry)
    case again
    case wait(Build)
  }

  /// Makes the value in a scope of the build, and keeps it.
  private func run(
    _ build: Build, kind: InjectedSourceKind, isFinal: Bool, by maker: Maker
  ) -> Entry {
    var node = BuildNode(build, reader: reader)
    let made = Scopes.binding.withValue(BoundScope(node)) { make(by: maker, in: node) }
    var record = build.takeRecord()
    complete(&record, of: build.slot)
    if !BuildNode.isAbandoned(&node) {
      settle(build, record: record)
      if BuildNode.isHeld(consume node) { record.holdsScope = true }
    }
    let entry = finish(build, record: &record, kind: kind, made: made, isFinal: isFinal)
    guard let entry else { sessionHasEnded(record.deepest?.session) }
    return entry
  }

  /// Ends a build that others may still wait for or run in, and keeps what it made.
  ///
  /// Nobody waits for it as a value: where its session has ended, there is an error to throw.
  func finish(
    _ build: Build, kind: InjectedSourceKind, made: Instance, isFinal: Bool
  ) throws -> Entry {
    defer { BuildRegistry.shared.noteEnd() }
    var record = build.takeRecord()
    complete(&record, of: build.slot)
    settle(build, record: record)
    let entry = finish(build, record: &record, kind: kind, made: made, isFinal: isFinal)
    guard let entry else { throw CancellationError() }
    return entry
  }

  private func settle(_ build: Build, record: borrowing BuildRecord) {
    _ = build.settlement.end.storeIfNil(AtomicSettlement.End(owner: record.deepest))
  }

  /// Makes of what a build has read what its value is to remember.
  private func complete(_ record: inout BuildRecord, of slot: Slot) {
    // What affects the key itself is found before an instance is looked at.
    record.keys.remove(request.keyID)
    record.isPreliminary = isInPreparation
    if let part = record.deepest { record.deepest = head(ofScopeOf: part) }
    leaveGraft(&record, for: slot)
  }

  private var isInPreparation: Bool {
    guard borrowedReader?._withUnsafeGuaranteedRef({ $0.mayBePreparing }) == true else {
      return false
    }
    var node = reader
    while let scope = node {
      if scope.tag == Entry.Tag.preparation { return true }
      node = scope.up
    }
    return false
  }

  /// The innermost node of the scope that `part` belongs to, in the reader's chain.
  private func head(ofScopeOf part: ScopeNode) -> ScopeNode {
    walk { $0 === part || ($0.base == part.base && !$0.isJunction) ? $0 : nil } ?? part
  }

  /// Keeps what a build has made; gives nothing where the owner's session has ended.
  private func finish(
    _ build: Build, record: inout BuildRecord, kind: InjectedSourceKind, made: Instance,
    isFinal: Bool
  ) -> Entry? {
    let owner = record.deepest
    let provenance = Provenance(
      request.key, kind, request.lifetime, owner: ScopeMark(owner), reads: record.takeReads())
    var keepable = made
    switch request.lifetime.kind {
    case .transient:
      if record.holdsScope { noteCapture() }
      let depth = isOnGraft ? depth(of: record.keys, for: build.slot) : owner?.depth ?? 0
      self.record(record.keys, from: depth, .known(provenance))
      return made
    case .weak:
      guard let weakened = made.weakened else {
        IssueReporter.weakNeedsClass(request.key, accessor: request.accessor)
      }
      keepable = weakened
    case .cached, .session: break
    }
    let home = record.branch == nil ? nil : owner.map { CapturedScope.capturing($0).node }
    keepable.settle(
      slot: build.slot, record: &record, home: home,
      firstReader: request.accessor, provenance: provenance)
    guard let kept = keep(keepable, record: record) else { return nil }
    return (isFinal ? reuse(kept) : use(kept)) ?? made
  }

  /// Tells the build around the reader that what it reads holds a scope, and is kept by nobody else.
  private func noteCapture() {
    let _: Void? = walk { $0.asBuild?.build?.noteCapture() }
  }
}
