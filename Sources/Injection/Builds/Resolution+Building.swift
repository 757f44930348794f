extension Resolution {
  /// Returns the instance of a slot: one that serves, or a new one.
  ///
  /// The override that decides the slot is `distance` homes outward; for a default there is none.
  func built(by recipe: Recipe?, at distance: Int) -> Home.Answer {
    let mayBeKept = request.lifetime != .transient
    let asking = asking
    defer { asking?.endAnswer() }
    while true {
      let endCount = Builds.shared.endCount
      if mayBeKept, let kept = served(by: recipe, at: distance) { return kept }
      if let verification = Verification.current,
        let stand = call(asking, { verification.standIn(forAbandoned: request) })
      {
        return Home.Answer(entry: stand, decider: recipe, distance: distance)
      }
      let build = Build(slot(by: recipe), for: self)
      switch Builds.shared.start(build, at: home, for: build.runner, askedBy: asking) {
      case .cycle(let keys):
        if let verification = Verification.current {
          let stand = call(asking) { verification.standIn(forCycle: keys, request) }
          return Home.Answer(entry: stand, decider: recipe, distance: distance)
        }
        IssueReporter.cycle(keys, accessor: request.accessor)
      case .wait(let end):
        if end.wait(seconds: 5) { continue }
        let path = Builds.shared.path() + [request.key]
        IssueReporter.slowBuild(path, accessor: request.accessor)
        end.wait()
      case .join: preconditionFailure("A thread waits for what a thread builds.")
      case .run:
        defer { Builds.shared.end(build) }
        // Another instance may have been kept between the search and the start.
        if mayBeKept, Builds.shared.endCount != endCount,
          let kept = served(by: recipe, at: distance)
        {
          return kept
        }
        return run(build, by: recipe, at: distance)
      }
    }
  }

  /// The build on this thread whose code has asked, and runs on after `endAnswer()`.
  private var asking: Build? {
    guard let build, build.isReading, build.beginAnswer() else { return nil }
    return build
  }

  /// Runs the user's code as that of a build, if one asks.
  private func call<Made>(_ asking: Build?, _ code: () -> Made) -> Made {
    guard let asking else { return code() }
    return asking.call(code)
  }

  /// Returns the kept instance that serves a reader here.
  ///
  /// After an update, other overrides may decide the reads of an instance that was built in it; the reads of a
  /// launch that prepared have noted no readers. This reader then counts as one of everything in the trace.
  private func served(by recipe: Recipe?, at distance: Int) -> Home.Answer? {
    guard let answer = kept(by: recipe, at: distance) ?? shared(by: recipe, at: distance) else {
      return nil
    }
    guard let trace = answer.entry.origin, !trace.holdsAtKeeper, !isPreparing,
      build?.isOfLaunch != true
    else { return answer }
    for read in Trace.all(trace.reads) { _ = decider(of: read.keyID, beyond: read.beyond) }
    // Somebody may have prepared one of these keys before its reader was noted.
    guard trace.holds(at: home) else { return nil }
    let keeper = home.ancestor(at: answer.distance)
    // Only readers of the keeper's own world settle the trace.
    if trace.keeper?.number == keeper.mark.number, keeper.world === home.world, keeper.isStill {
      trace.note(holdsAtKeeper: trace.holds(at: keeper))
      // A build around may have moved before this note, and its own note (see `Home.join()`) have come first.
      if keeper.isInBuild, !trace.holds(at: keeper) { trace.note(holdsAtKeeper: false) }
    }
    return answer
  }

  /// Returns the instance kept for readers at a home, noting none; without a recipe in `found`, the default's.
  static func kept(
    _ request: Request, at home: Home, by found: Home.Found?
  ) -> Home.Answer? {
    Resolution(request: request, home: home, build: nil, watch: nil)
      .kept(by: found?.link as? Recipe, at: found?.distance ?? .max)
  }

  /// Returns the instance that serves here, whichever home around keeps it.
  func kept(by recipe: Recipe?, at distance: Int) -> Home.Answer? {
    let slot = slot(by: recipe)
    lazy var layers = home.layerIDs
    var isMerged = false
    return home.outward { current, outward in
      isMerged = isMerged || current.original != nil
      guard let instance = current.instance(for: slot, at: home, standingOn: layers) else {
        return nil
      }
      // An override nearer than its home may decide a read of it: where another home of the same scope keeps it, or
      // where a scope of the reader's branch has the same override as one of the owner's.
      let isKeptHere = !isMerged && instance.trace.keeper?.number == current.mark.number
      let distance =
        isKeptHere
        ? outward : min(distance, home.distance(toDeciderOf: instance.trace.reads))
      return Home.Answer(entry: instance, decider: recipe, distance: distance)
    }
  }

  /// Returns an instance that serves here and was made for the outermost read of this thread, where no home keeps
  /// it any more: so a graph is built once for each such read.
  private func shared(by recipe: Recipe?, at distance: Int) -> Home.Answer? {
    guard isLate, let around = Builds.shared.outermost else { return nil }
    let slot = slot(by: recipe)
    let found = around.shared.last {
      $0.world === home.world && $0.made.trace.slot == slot && $0.made.trace.holds(at: home)
    }
    return found.map {
      let distance = min(distance, home.distance(toDeciderOf: $0.made.trace.reads))
      return Home.Answer(entry: $0.made, decider: recipe, distance: distance)
    }
  }

  /// Whether the reader reads in a session or a world that has ended.
  private var isLate: Bool {
    if home.spans.isEmpty { return false }
    let phase = home.phase
    return phase == .ended || phase == .late
  }

  private func run(_ build: Build, by recipe: Recipe?, at distance: Int) -> Home.Answer {
    var scope = Scope(of: build, watch: watch)
    let made = Scope.binding.withValue(InjectedValues(scope: scope)) {
      make(for: build, by: recipe, at: distance)
    }
    let record = build.finish()
    if !isKnownUniquelyReferenced(&scope) || record.isHeld { made.build = build }
    return keep(made, of: build, record, by: recipe, at: distance)
  }

  func keep(
    _ made: Instance, of build: Build, _ record: Build.Record, by recipe: Recipe?, at distance: Int
  ) -> Home.Answer {
    let kind = recipe?.kind(at: home.ancestor(at: distance).mark)
    // An instance that an override makes is kept at the override's home, or further in.
    let distance = min(record.distance, distance)
    let around = home.ancestor(at: distance)
    // If the build that opened this scope has ended meanwhile, other homes are around, and distances are wrong.
    let isMoved =
      home.isInBuild
      && !(Trace.hold(record.reads, at: around)
        && recipe.map { around.holder(of: $0) != nil } ?? true)
    let keeper = isMoved ? home : home.keeper(around, of: record.reads, by: recipe)
    // Not settled while the reads may still be decided otherwise: by an update, until it ends, or by a launch
    // that goes on preparing.
    let isSettled =
      keeper === around && keeper.world === home.world && !keeper.remembersNothing
      && distance > build.updated && !build.isPreparing
      && record.reads.allSatisfy { $0.part?.holdsAtKeeper ?? true }
    made.settle(
      Trace(
        build.slot, of: request, kind ?? .default, keeper: isMoved ? nil : keeper.mark,
        reads: record.reads, isSettled: isSettled,
        isStandIn: record.isTentative && isForUpdate && build.dryRun == nil,
        isPrepared: build.isAsynchronous))
    let isNothing = request.lifetime == .weak && made.isNothing
    // A decoration of a stand-in must not be kept either; in a dry run, no instance that has read one.
    if record.isTentative, let around = self.build,
      around.request.key == request.key || around.dryRun != nil
    {
      around.noteTentative()
    }
    let isTentative = record.isTentative || build.dryRun == .unseen
    if request.lifetime == .transient || isTentative || isNothing || isMoved {
      // Only if every decider stands where the build around reads, or further out.
      if !isPeek, let around = self.build, around.isReading,
        let inner = self.distance(to: around.position, openedIn: around), distance >= inner
      {
        build.settle(inside: around)
      } else {
        build.settle(at: keeper, isKept: false)
      }
      return Home.Answer(entry: made, decider: recipe, distance: distance, isNew: true)
    }
    build.settle(at: keeper, isKept: true)
    guard let own = request.lifetime == .weak ? made.weakened : made else {
      IssueReporter.weakNeedsClass(request)
    }
    if own !== made { own.build = made.build }
    let kept = keeper.keep(own, at: home)
    note(isKept: kept != nil, made, of: build, at: keeper)
    return Home.Answer(
      entry: kept === own ? made : kept ?? made, decider: recipe, distance: distance,
      isNew: kept == nil || kept === own)
  }

  /// Notes whether an instance is kept, or has come too late for that.
  private func note(isKept: Bool, _ made: Instance, of build: Build, at keeper: Home) {
    if isKept { return build.noteKept() }
    // After the end, `checkEnd(of:)` reports a read, but nothing else reports a preparation.
    for span in keeper.spans where build.isAsynchronous || span.phase != .ended {
      span.noteLate(made, at: keeper)
    }
    build.noteLate()
    if isLate { Builds.shared.outermost?.share(made, in: home.world) }
    guard build.noteUnkept(made) > 100 else { return }
    IssueReporter.endlessDeinitialisers(request, at: keeper.place)
    // Leaked: otherwise it would go as soon as it was read, and its deinitialiser would read on.
    _ = Unmanaged.passRetained(made)
  }
}

// MARK: Making

extension Resolution {
  private func make(for build: Build, by recipe: Recipe?, at distance: Int) -> Instance {
    switch recipe?.action ?? .renew {
    case .renew:
      readSession(for: build)
      let context = readContext(for: build)
      return build.call { request.makeDefault(context) }
    case .make(let make):
      readSession(for: build)
      return build.call(make)
    case .decorate(let wrap):
      readSession(for: build, isWrapping: true)
      let wrapped = read(beyond: recipe, for: build).entry
      return build.call { wrap(wrapped) }
    case .contribute(let contribution):
      readSession(for: build)
      return request.isElement
        ? build.call(contribution.make) : join(contribution, of: recipe, at: distance, for: build)
    case .mark: preconditionFailure("A mark gives no value.")
    }
  }

  /// Reads the context, on which every default depends, without telling the watch.
  func readContext(for build: Build) -> InjectedContext {
    let found = decider(of: ObjectIdentifier(ContextKey.self))
    note(found, of: ContextKey.self, in: build)
    return found?.link.value(as: InjectedContext.self) ?? .detected
  }

  private func reading(_ request: Request, for build: Build) -> Resolution {
    Resolution(
      request: request, home: home, build: build, source: build, watch: watch,
      isForUpdate: isForUpdate)
  }

  /// Reads the session, if the value is to live as long as that; what is wrapped may have been assigned outside.
  func readSession(for build: Build, isWrapping: Bool = false) {
    guard request.lifetime == .session else { return }
    let found = home.find(ObjectIdentifier(SessionKey.self))
    note(found, of: SessionKey.self, in: build)
    if found == nil, !isWrapping, readContext(for: build) == .live, Verification.current == nil {
      IssueReporter.noSession(request)
    }
  }

  /// Reads the key's value beyond an override.
  private func read(beyond link: Override?, for build: Build) -> Home.Answer {
    let answer = build.call { reading(request, for: build).answer(beyond: link) }
    note(answer, beyond: link, in: build)
    return answer
  }

  private func note(_ answer: Home.Answer, beyond link: Override?, in build: Build) {
    build.note(
      Trace.Read(
        key: request.key, beyond: link?.identity, decider: answer.decider?.identity,
        part: answer.entry.origin),
      at: answer.distance)
    if answer.decider != nil { watch?.note(answer, of: request, at: home) }
  }

  /// Builds a collection: the value beyond all contributions, joined with the element of each.
  private func join(
    _ innermost: Contribution, of recipe: Recipe?, at distance: Int, for build: Build
  ) -> Instance {
    guard let recipe else { preconditionFailure("A contribution is a recipe's.") }
    var links = [(recipe: recipe, contribution: innermost, distance: distance)]
    for found in home.overrides(of: request.keyID, beyond: recipe.identity) {
      guard let next = found.link as? Recipe, case .contribute(let contribution) = next.action
      else { break }
      links.append((next, contribution, found.distance))
    }
    let base = read(beyond: links[links.count - 1].recipe, for: build)
    // From the innermost outward: an element is not made if one further in takes its place.
    var ids: Set<String> = []
    var added: [(contribution: Contribution, element: Entry?)] = []
    for (index, link) in links.enumerated() {
      let next = index + 1 < links.count ? links[index + 1] : nil
      let isReplaced = link.contribution.id.map { !ids.insert($0).inserted } ?? false
      if let next {
        note(
          Home.Answer(entry: next.recipe, decider: next.recipe, distance: next.distance),
          beyond: link.recipe, in: build)
      }
      if isReplaced {
        added.append((link.contribution, nil))
        continue
      }
      let element = build.call {
        reading(request.ofElement, for: build).built(by: link.recipe, at: link.distance)
      }
      note(
        Home.Answer(
          entry: element.entry, decider: next?.recipe ?? base.decider, distance: element.distance,
          isNew: element.isNew),
        beyond: link.recipe, in: build)
      added.append((link.contribution, element.entry))
    }
    return innermost.join(base.entry, added.reversed())
  }
}
