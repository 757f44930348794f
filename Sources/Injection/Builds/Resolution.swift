/// One read of a key at a home.
///
/// It is noted in the build that it is part of, and by those who look on.
struct Resolution: ~Copyable, Sendable {
  let request: Request
  /// Where the reader reads: its own home, or one that is merged for an owner.
  let home: Home
  /// The build that the read may be part of.
  let build: Build?
  let watch: Watch?
  /// Whether an update reads what it may change.
  var isForUpdate = false
  /// Whether a launch prepares, so that the read counts as none.
  var isPreparing = false

  /// What gives the value.
  func answer() -> Home.Answer {
    let known = isForUpdate ? nil : home.knownAnswer(request.keyID)
    let answer = known ?? answer(beyond: nil)
    note(answer)
    if known == nil, request.isBuilt { checkEnd(of: answer) }
    return answer
  }

  /// What the key has beyond one of its overrides.
  func answer(beyond link: Override?) -> Home.Answer {
    switch home.find(request.keyID, beyond: link?.identity) {
    case .found(let found):
      noteReader(of: request, found)
      guard let recipe = found.link as? Recipe else { return Home.Answer(found) }
      return built(Slot(of: recipe), by: recipe, at: found.distance)
    case .nobody, .absent:
      noteReader(of: request, nil)
      guard request.isBuilt else {
        return Home.Answer(entry: request.makeDefault(.live), decider: nil, distance: .max)
      }
      return built(Slot(defaultOf: request.keyID), by: nil, at: .max)
    }
  }

  /// Whether an answer will be the same for every read here.
  var isLasting: Bool { request.lifetime != .transient && request.lifetime != .weak }

  // MARK: Noting

  /// Notes a read with those who watch.
  private func note(_ answer: Home.Answer) {
    if !isForUpdate { watch?.note(answer, of: request, at: home) }
    guard let build, build.isReading else { return }
    let read = Trace.Read(
      key: request.key, beyond: nil, decider: answer.decider?.identity, part: answer.entry.origin)
    if build.isReading(at: home) { return build.note(read, at: answer.distance) }
    let base = build.position
    guard let inner = distance(to: base, openedIn: build) else {
      // Through an owner of another branch: what decides where the build reads is what counts.
      noteElsewhere(read, in: build, at: base)
      return Trace.forEach(in: read.part?.reads ?? []) { read in
        noteElsewhere(read, in: build, at: base)
        return true
      }
    }
    // What a scope inside the build decides is the build's own affair.
    if answer.distance == .max || answer.distance >= inner {
      return build.note(read, at: answer.distance == .max ? .max : answer.distance - inner)
    }
    func noteUnlessInside(_ read: Trace.Read) -> Bool {
      if case .found(let found) = home.find(read.keyID, beyond: read.beyond), found.distance < inner
      {
        return true
      }
      noteElsewhere(read, in: build, at: base)
      return true
    }
    _ = noteUnlessInside(read)
    Trace.forEach(in: read.part?.reads ?? [], noteUnlessInside)
  }

  /// How many homes outward a build reads, from a scope that it has opened; `nil` from any other, as that
  /// of an owner.
  private func distance(to base: Home, openedIn build: Build) -> Int? {
    var isOpened = false
    return home.outward { current, distance -> Int?? in
      if current === base { return isOpened || distance == 0 ? .some(distance) : .some(nil) }
      if current.original != nil { return .some(nil) }
      if current.openedIn === build { isOpened = true }
      return nil
    } ?? nil
  }

  /// Notes who is given what a prepared value would decide, before that is built.
  func noteReader(of request: Request, _ found: Home.Found?) {
    if !home.world.hasReader(of: request.keyID), !isPreparing, build?.isPreparing != true,
      found.map({ home.ancestor(at: $0.distance).mark.isWorld }) ?? true
    {
      home.world.noteRead(request.keyID, accessor: request.accessor, at: home.place)
    }
  }

  /// Notes a read by what decides the key where the build reads.
  func noteElsewhere(_ read: Trace.Read, in build: Build, at base: Home) {
    var beyond = read.beyond
    var search = base.find(read.keyID, beyond: beyond)
    if case .absent = search {
      beyond = nil
      search = base.find(read.keyID)
    }
    let found: Home.Found? = if case .found(let found) = search { found } else { nil }
    build.note(
      Trace.Read(key: read.key, beyond: beyond, decider: found?.link.identity, part: nil),
      at: found?.distance ?? .max)
  }

  /// Reports a read of what belonged to a session or a test that has ended.
  private func checkEnd(of answer: Home.Answer) {
    if home.spans.isEmpty { return }
    let keeper = home.keeper(
      at: answer.distance, of: answer.entry.origin?.reads ?? [], by: answer.decider)
    for span in keeper.spans where span.hasEnded {
      IssueReporter.ended(span, key: request.key, accessor: request.accessor)
    }
  }
}
