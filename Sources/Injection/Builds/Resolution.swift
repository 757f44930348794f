/// One read of a key at a home.
///
/// A read goes past whoever watches it: it is noted in the build that it is part of, and in recordings.
struct Resolution {
  let request: Request
  /// Where the reader reads: its own home, or one that is merged for an owner.
  let home: Home
  let watch: (any Watcher)?
  /// Whether an update reads what it may change.
  var isForUpdate = false
  /// Whether a launch prepares, so that the read counts as none.
  var isPreparing = false

  /// What gives the value.
  func answer() -> Home.Answer {
    let known = isForUpdate ? nil : home.knownAnswer(request.keyID)
    let answer = known ?? answer(beyond: nil)
    note(answer, beyond: nil)
    if known == nil, request.isBuilt { checkEnd(of: answer) }
    return answer
  }

  /// What the key has beyond one of its overrides.
  func answer(beyond link: Override?) -> Home.Answer {
    switch home.find(request.keyID, beyond: link?.identity) {
    case .found(let found):
      guard let recipe = found.link as? Recipe else {
        return Home.Answer(found)
      }
      return built(Slot(of: recipe), by: recipe, at: found.distance)
    case .nobody, .absent:
      guard request.isBuilt else {
        return Home.Answer(
          entry: request.makeDefault(.live), decider: nil, distance: .max, owner: nil)
      }
      return built(Slot(defaultOf: request.keyID), by: nil, at: .max)
    }
  }

  /// Whether an answer will be the same for every read here.
  var isLasting: Bool { request.lifetime != .transient && request.lifetime != .weak }

  // MARK: Noting

  /// Notes a read with those who watch.
  private func note(_ answer: Home.Answer, beyond: Override?) {
    if answer.decider == nil || answer.owner?.isWorld ?? false, !isPreparing {
      home.world.noteRead(request.keyID, accessor: request.accessor, at: home.place)
    }
    guard let watch else { return }
    if !isForUpdate, !watch.recordings.isEmpty {
      for recording in watch.recordings where !recording.hasEnded {
        recording.note(answer, of: request, at: home)
      }
    }
    guard let build = watch.build, build.isReading(on: .current) else { return }
    note(answer, beyond: beyond, in: build)
  }

  private func note(_ answer: Home.Answer, beyond: Override?, in build: Build) {
    let part = answer.entry.origin
    func read(_ decider: Override?) -> Trace.Read {
      Trace.Read(
        key: request.key, beyond: beyond?.identity, decider: decider?.identity,
        owner: answer.owner, part: part)
    }
    if build.isReading(at: home) { return build.note(read(answer.decider), at: answer.distance) }
    let base = build.position
    guard let inner = home.distance(to: base) else {
      // Through an owner of another branch: what decides where the build reads is what counts.
      return noteElsewhere(read(nil), in: build, at: base)
    }
    // What a scope inside the build decides is the build's own affair.
    if answer.distance == .max { return build.note(read(answer.decider), at: .max) }
    if answer.distance >= inner {
      return build.note(read(answer.decider), at: answer.distance - inner)
    }
    guard let part else { return }
    Trace.forEach(in: part.reads) { read in
      if case .found(let found) = home.find(ObjectIdentifier(read.key), beyond: read.beyond),
        found.distance < inner
      {
        return true
      }
      noteElsewhere(read, in: build, at: base, flattening: false)
      return true
    }
  }

  /// Notes a read by what decides the key where the build reads.
  private func noteElsewhere(
    _ read: Trace.Read, in build: Build, at base: Home, flattening: Bool = true
  ) {
    func note(_ read: Trace.Read) {
      var search = base.find(ObjectIdentifier(read.key), beyond: read.beyond)
      var beyond = read.beyond
      if case .absent = search {
        search = base.find(ObjectIdentifier(read.key))
        beyond = nil
      }
      let found: Home.Found? = if case .found(let found) = search { found } else { nil }
      build.note(
        Trace.Read(
          key: read.key, beyond: beyond, decider: found?.link.identity, owner: found?.home.mark,
          part: nil),
        at: found?.distance ?? .max)
    }
    note(read)
    guard flattening, let part = read.part else { return }
    Trace.forEach(in: part.reads) { read in
      note(read)
      return true
    }
  }

  /// Reports a read of what belonged to a session or a test that has ended.
  private func checkEnd(of answer: Home.Answer) {
    let owner = answer.distance < .max ? home.ancestor(at: answer.distance) : home.outermost
    for span in owner.spans where span.hasEnded {
      IssueReporter.ended(span, key: request.key, accessor: request.accessor)
    }
  }
}
