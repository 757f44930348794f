/// One read of a key at a home.
///
/// The build that it is part of notes it, and so does the watch.
struct Resolution: ~Copyable, Sendable {
  let request: Request
  /// Where the reader reads: its own home, or one that is merged for an owner.
  let home: Home
  /// The build that the read may be part of.
  let build: Build?
  /// The build whose code or value reads.
  var source: Build?
  /// Whether the read is a peek, on which the build does not depend.
  var isPeek = false
  let watch: Watch?
  /// Whether an update reads the value, to change it perhaps.
  var isForUpdate = false
  /// Whether the reader is not noted as a key's first: a launch prepares, or an accessor is probed.
  var isPreparing = false
  var dryRun: DryRun?

  /// Returns what gives the value, and notes the read.
  func answer() -> Home.Answer {
    let known = home.state.withLock { $0.answers[request.keyID] }
    let answer = known ?? answer(beyond: nil)
    note(answer)
    if known == nil, request.isBuilt { checkEnd(of: answer) }
    return answer
  }

  /// Returns what gives the key's value beyond one of its overrides; without one, the reader's value.
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
    // A read of a deinitialiser that the container's own code has triggered belongs to no build.
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

  /// Returns how many homes outward of the reader's a build reads, if the reader is there or in a scope that
  /// the build has opened; `nil` anywhere else, as for an owner's scope.
  func distance(to base: Home, openedIn build: Build) -> Int? {
    var isOpened = false
    for (distance, current) in home.chain.enumerated() {
      if current === base { return isOpened || distance == 0 ? distance : nil }
      if current.openedIn === build { isOpened = true }
    }
    return nil
  }

  /// Returns what decides a key; notes the key's first reader, if a prepared value would reach it.
  func decider(of key: ObjectIdentifier, beyond link: Override.Identity? = nil) -> Home.Found? {
    let isNoted = home.world.hasReader(of: key)
    let found = home.find(key, beyond: link)
    if isNoted || isPreparing || build?.isOfLaunch == true { return found }
    if let found, !found.isOfWorld { return found }
    let built = build?.isReading ?? false ? build?.request.key : nil
    home.world.noteRead(
      key, by: (request.accessor, built == request.key ? nil : built, home.place))
    // Somebody may have prepared a value before the reader was noted.
    return home.find(key, beyond: link)
  }

  /// Notes reads with the deciders of their keys where the build reads, as for an owner of another branch.
  ///
  /// Reads that a scope inside the build decides are the build's own affair, and left out.
  func noteElsewhere(_ reads: [Trace.Read], in build: Build) {
    let base = build.position
    let inner = distance(to: base, openedIn: build)
    // Of a chain of preparations, each has the reads of all before it.
    var seen: Set<Trace.Question> = []
    for read in Trace.all(reads) where seen.insert(read.question).inserted {
      if let found = home.find(read.keyID, beyond: read.beyond),
        found.distance < inner ?? 0 || home.ancestor(at: found.distance).goesWith === build
      {
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

  /// Reports a read whose value belonged to a session or a test that has ended.
  private func checkEnd(of answer: Home.Answer) {
    // A keeper further out is in no session or world in which this home is not.
    guard home.spans.contains(where: \.hasEnded) else { return }
    let keeper = home.keeper(
      home.ancestor(at: answer.distance), of: answer.entry.origin?.reads ?? [],
      by: answer.decider)
    for span in keeper.spans where span.hasEnded {
      IssueReporter.ended(span, request, from: home.mark)
    }
  }
}
