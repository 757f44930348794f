/// One read of a key at a home.
///
/// It is noted in the build that it is part of, and by those who look on.
struct Resolution: ~Copyable, Sendable {
  let request: Request
  /// Where the reader reads: its own home, or one that is merged for an owner.
  let home: Home
  /// The build that the read may be part of.
  let build: Build?
  /// Whether the build does not depend on it.
  var isPeek = false
  /// How many values were made in a row that nobody keeps, up to the one that reads.
  var lateness = 0
  let watch: Watch?
  /// Whether an update reads what it may change.
  var isForUpdate = false
  /// Whether a launch prepares, so that the read counts as none.
  var isPreparing = false
  var dryRun: DryRun?

  /// What gives the value.
  func answer() -> Home.Answer {
    let known = isForUpdate ? nil : home.state.withLock { $0.answers[request.keyID] }
    let answer = known ?? answer(beyond: nil)
    note(answer)
    if known == nil, request.isBuilt { checkEnd(of: answer) }
    return answer
  }

  /// What the key has beyond one of its overrides.
  func answer(beyond link: Override?) -> Home.Answer {
    guard let found = decider(of: request.keyID, beyond: link?.identity) else {
      if request.isBuilt { return built(by: nil, at: .max) }
      return Home.Answer(entry: request.makeDefault(.live), decider: nil, distance: .max)
    }
    guard !found.link.isAssigned, let recipe = found.link as? Recipe else {
      return Home.Answer(entry: found.link, decider: found.link, distance: found.distance)
    }
    return built(by: recipe, at: found.distance)
  }

  func slot(by recipe: Recipe?) -> Slot {
    Slot(of: request.keyID, by: recipe, isElement: request.isElement)
  }

  // MARK: Noting

  private func note(_ answer: Home.Answer) {
    if !isForUpdate { watch?.note(answer, of: request, at: home) }
    guard let build, build.isReading, !isPeek else { return }
    // What a deinitialiser reads that the container has met is nobody's.
    if !build.isAsynchronous, !build.isAsking { return }
    let read = Trace.Read(
      key: request.key, beyond: nil, decider: answer.decider?.identity, part: answer.entry.origin)
    if build.isReading(at: home) { return build.note(read, at: answer.distance) }
    let inner = distance(to: build.position, openedIn: build)
    if let inner, answer.distance >= inner {
      return build.note(read, at: answer.distance == .max ? .max : answer.distance - inner)
    }
    noteElsewhere([read], in: build)
  }

  /// How many homes outward a build reads, from a scope that it has opened; `nil` from any other, as that
  /// of an owner.
  func distance(to base: Home, openedIn build: Build) -> Int? {
    var isOpened = false
    for (distance, current) in home.chain.enumerated() {
      if current === base { return isOpened || distance == 0 ? distance : nil }
      if current.original != nil { return nil }
      if current.openedIn === build { isOpened = true }
    }
    return nil
  }

  /// What decides a key; notes the first reader whom a prepared value would reach.
  func decider(of key: ObjectIdentifier, beyond link: Override.Identity? = nil) -> Home.Found? {
    let isNoted = home.world.hasReader(of: key)
    let found = home.find(key, beyond: link)
    if isNoted || isPreparing || build?.isOfLaunch == true { return found }
    if let found, !found.isOfWorld { return found }
    let built = build?.isReading ?? false ? build?.request.key : nil
    home.world.noteRead(
      key, by: (request.accessor, built == request.key ? nil : built, home.place))
    // Until that was noted, somebody may have prepared one.
    return home.find(key, beyond: link)
  }

  /// Notes reads by what decides their keys where the build reads: so through an owner of another branch.
  ///
  /// What a scope inside the build decides is the build's own affair.
  func noteElsewhere(_ reads: [Trace.Read], in build: Build) {
    let base = build.position
    let inner = distance(to: base, openedIn: build)
    for read in Trace.all(reads) {
      if let inner, let found = home.find(read.keyID, beyond: read.beyond), found.distance < inner {
        continue
      }
      let beyond = base.search(read.keyID, beyond: read.beyond) == nil ? nil : read.beyond
      note(base.find(read.keyID, beyond: beyond), of: read.key, beyond: beyond, in: build)
    }
  }

  func note(
    _ found: Home.Found?, of key: any (Any & SendableMetatype).Type,
    beyond link: Override.Identity? = nil, in build: Build
  ) {
    build.note(
      Trace.Read(key: key, beyond: link, decider: found?.link.identity, part: nil),
      at: found?.distance ?? .max)
  }

  /// Reports a read of what belonged to a session or a test that has ended.
  private func checkEnd(of answer: Home.Answer) {
    // What is kept further out is in no others.
    guard home.spans.contains(where: \.hasEnded) else { return }
    let keeper = home.keeper(
      home.ancestor(at: answer.distance), of: answer.entry.origin?.reads ?? [],
      by: answer.decider)
    for span in keeper.spans where span.hasEnded {
      IssueReporter.ended(span, request, from: home.mark)
    }
  }
}
