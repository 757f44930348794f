extension Resolution {
  /// The instance of a slot: one that serves, or a new one.
  ///
  /// The override that decides how is `distance` homes outward; for a default there is none.
  func built(_ slot: Slot, by recipe: Recipe?, at distance: Int) -> Home.Answer {
    let thread = ThreadID.current
    let isShared = request.lifetime != .transient
    while true {
      let endCount = Builds.shared.endCount
      if isShared, let kept = kept(slot, decidedBy: recipe, at: distance) { return kept }
      if let stand = Verification.current?.standIn(forAbandoned: request) {
        return Home.Answer(entry: stand, decider: recipe, distance: distance, owner: nil)
      }
      let build = Build(
        slot, request, at: home, isForUpdate: isForUpdate, on: thread, seenBy: watch)
      switch Builds.shared.start(build, on: thread, at: home) {
      case .cycle(let keys):
        if let verification = Verification.current {
          let stand = verification.standIn(forCycle: keys, request)
          return Home.Answer(entry: stand, decider: recipe, distance: distance, owner: nil)
        }
        IssueReporter.cycle(keys, accessor: request.accessor)
      case .wait(let end):
        let path = Builds.shared.path(on: thread) + [request.key]
        end.wait(seconds: 5) { IssueReporter.slowBuild(path, accessor: request.accessor) }
      case .run:
        defer { Builds.shared.end(build) }
        // Another one may have been kept between the search and the start.
        if isShared, Builds.shared.endCount != endCount,
          let kept = kept(slot, decidedBy: recipe, at: distance)
        {
          build.settle(at: home)
          return kept
        }
        return run(build, by: recipe, at: distance)
      }
    }
  }

  /// The instance of a slot that serves here, wherever it is kept.
  func kept(_ slot: Slot, decidedBy recipe: Override?, at distance: Int) -> Home.Answer? {
    let answer: Home.Answer?? = home.outward { current, outward in
      if let instance = current.instance(for: slot, at: home) {
        return Home.Answer(
          entry: instance, decider: recipe, distance: outward, owner: current.mark)
      }
      // It is kept where its override is, or further in.
      return outward >= distance ? .some(nil) : nil
    }
    return answer ?? nil
  }

  /// Runs what makes the value, in a scope of the build's, and keeps it.
  private func run(_ build: Build, by recipe: Recipe?, at distance: Int) -> Home.Answer {
    let making = Making(request: request, home: home, build: build)
    var scope = Scope(of: build)
    let made = Scope.binding.withValue(InjectedValues(scope: scope)) {
      making.make(by: recipe, at: distance)
    }
    if !isKnownUniquelyReferenced(&scope) || build.isHeld { made.build = build }
    return finish(build, made, by: recipe, at: distance)
  }

  /// Keeps what a build has made.
  func finish(
    _ build: Build, _ made: Instance, by recipe: Recipe?, at distance: Int
  ) -> Home.Answer {
    let record = build.finish()
    // What an override makes is kept where that is, or further in.
    let distance = min(record.distance, distance)
    let keeper = (distance < .max ? home.ancestor(at: distance) : home.outermost)
      .keeper(of: record.reads)
    let trace = Trace(
      request.key, recipe?.kind ?? .default, request.lifetime, firstReader: request.accessor,
      owner: keeper.mark, reads: record.reads)
    made.settle(build.slot, trace)
    func answer(_ entry: Entry) -> Home.Answer {
      Home.Answer(entry: entry, decider: recipe, distance: distance, owner: keeper.mark)
    }
    if request.lifetime == .transient || record.isTentative {
      if let around = watch?.build, around.isReading(on: .current) {
        build.settle(inside: around)
      } else {
        build.settle(at: keeper)
      }
      return answer(made)
    }
    build.settle(at: keeper)
    var keepable = made
    if request.lifetime == .weak {
      guard let weak = made.weakened else {
        IssueReporter.weakNeedsClass(request.key, accessor: request.accessor)
      }
      keepable = weak
    }
    let kept = keeper.keep(keepable, at: home)
    return answer(kept === keepable ? made : kept)
  }
}

/// What makes a value, and reads on behalf of the build.
struct Making {
  let request: Request
  let home: Home
  let build: Build

  func make(by recipe: Recipe?, at distance: Int) -> Instance {
    guard let recipe else {
      readSession()
      return makeDefault()
    }
    switch recipe.action {
    case .renew:
      readSession()
      return makeDefault()
    case .make(let make):
      readSession()
      return make()
    case .decorate(let wrap):
      // What is wrapped says by itself how long it lives; it may have been assigned.
      return wrap(read(beyond: recipe).entry)
    case .contribute(let contribution):
      if request.isElement { return contribution.make() }
      readSession()
      return join(contribution, of: recipe, at: distance)
    case .mark: preconditionFailure("A mark gives no value.")
    }
  }

  private func makeDefault() -> Instance { request.makeDefault(readContext()) }

  /// Reads the context, on which every default depends.
  func readContext() -> InjectedContext {
    // As every read, but for the steps that a key without a default does not need.
    guard case .found(let found) = home.find(ObjectIdentifier(ContextKey.self)) else {
      return reading(.context).answer().entry.value(as: InjectedContext.self)
    }
    build.note(
      Trace.Read(
        key: ContextKey.self, beyond: nil, decider: found.link.identity, owner: found.home.mark,
        part: nil),
      at: found.distance)
    if !build.recordings.isEmpty { tellRecordings(Home.Answer(found), of: .context) }
    return found.link.value(as: InjectedContext.self)
  }

  private func reading(_ request: Request) -> Resolution {
    Resolution(request: request, home: home, watch: build)
  }

  /// Reads the session, if the value is to live as long as that.
  func readSession() {
    guard request.lifetime == .session, !request.isElement else { return }
    let key = SessionKey.self
    guard case .found(let found) = home.find(ObjectIdentifier(key)) else {
      build.note(
        Trace.Read(key: key, beyond: nil, decider: nil, owner: nil, part: nil), at: .max)
      if readContext() != .live { return }
      if Verification.current != nil { return }
      IssueReporter.noSession(request.key, accessor: request.accessor)
    }
    build.note(
      Trace.Read(
        key: key, beyond: nil, decider: found.link.identity, owner: found.home.mark, part: nil),
      at: found.distance)
  }

  /// Reads what the key has beyond an override.
  private func read(beyond link: Override) -> Home.Answer {
    let answer = reading(request).answer(beyond: link)
    note(answer, of: request, beyond: link)
    return answer
  }

  private func note(_ answer: Home.Answer, of request: Request, beyond link: Override?) {
    build.note(
      Trace.Read(
        key: request.key, beyond: link?.identity, decider: answer.decider?.identity,
        owner: answer.owner, part: answer.entry.origin),
      at: answer.distance)
    if answer.decider != nil { tellRecordings(answer, of: request) }
  }

  private func tellRecordings(_ answer: Home.Answer, of request: Request) {
    for recording in build.recordings where !recording.hasEnded {
      recording.note(answer, of: request, at: home)
    }
  }

  /// A collection: what the key has beyond all contributions, and the element of each.
  private func join(
    _ innermost: Contribution, of recipe: Recipe, at distance: Int
  ) -> Instance {
    let mark = home.ancestor(at: distance).mark
    var links = [(recipe: recipe, contribution: innermost, distance: distance, mark: mark)]
    while case .found(let found) = home.find(
      request.keyID, beyond: links[links.count - 1].recipe.identity),
      let next = found.link as? Recipe, case .contribute(let contribution) = next.action
    {
      links.append((next, contribution, found.distance, found.home.mark))
    }
    let base = read(beyond: links[links.count - 1].recipe)
    // From the inside: an element in whose place another one stands is not made.
    var ids: Set<String> = []
    var added: [(contribution: Contribution, element: Entry?)] = []
    for (index, link) in links.enumerated() {
      let next: Override? = index + 1 < links.count ? links[index + 1].recipe : nil
      let isReplaced = link.contribution.id.map { !ids.insert($0).inserted } ?? false
      if let next {
        note(
          Home.Answer(
            entry: next, decider: next, distance: links[index + 1].distance,
            owner: links[index + 1].mark),
          of: request, beyond: link.recipe)
      }
      if isReplaced {
        added.append((link.contribution, nil))
        continue
      }
      let element = reading(request.ofElement)
        .built(Slot(of: link.recipe, isElement: true), by: link.recipe, at: link.distance)
      note(
        Home.Answer(
          entry: element.entry, decider: next ?? base.decider, distance: element.distance,
          owner: element.owner),
        of: request, beyond: link.recipe)
      added.append((link.contribution, element.entry))
    }
    return innermost.join(base.entry, added.reversed())
  }
}
