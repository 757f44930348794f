// The spans that a home is in: sessions and worlds, which end it.

extension Home {
  /// The spans that its scope was opened in, with the session that it has entered since.
  var entered: [Span] { session.load().map { Span.joined([$0], opened) } ?? opened }

  /// Outside every build: the spans that know this home until it is closed.
  var registered: [Span] {
    session.load().map { Span.joined([$0], openedAround) } ?? openedAround
  }

  /// Whether it has entered a session since its scope was opened.
  var hasEntered: Bool { session.borrowed != nil }

  /// Enters the session whose update made its scope, with the homes on this one and those that its builds opened.
  func enter(_ span: Span) {
    for home in Self.all([self], where: { _ in true }) {
      var answers = Few<Answer>()
      let builds = home.state.withLock { state in
        swap(&state.answers, &answers)
        return state.instances.builds
      }
      // The session now decides its key, which nothing decided when these were built.
      for instance in home.kept where !instance.trace.holds(at: home) { home.forget(instance) }
      // In a build, the homes inside find the session by looking outward.
      if home === self || !home.isInBuild { _ = home.session.storeIfNil(span) }
      home.enterSpans()
      for build in builds { build.moveOpened(to: home) }
    }
  }

  /// The spans at whose end this home is closed.
  ///
  /// A scope that a build has opened is in no session around while the build runs, then in those of the home that
  /// keeps the instance. A session that a build has opened is in no other.
  var spans: [Span] {
    if !isInBuild { return registered }
    var spans: [Span] = []
    for home in chain {
      let known = home.original?.spans ?? home.own
      spans = Span.joined(spans, known)
      if let build = home.openedIn, known.isEmpty { spans = Span.joined(spans, build.spans) }
      if home.original == nil, home.openedIn != nil || !known.isEmpty { break }
    }
    return spans
  }

  /// The spans that a reader here is in: in a scope that a running build has opened, also those that the build
  /// reads in.
  var spansAround: [Span] {
    var spans: [Span] = []
    for home in chain {
      spans = Span.joined(spans, home.own)
      if !home.isInBuild { break }
    }
    return spans
  }

  /// The spans that it is in by itself, and not by way of a build around.
  var own: [Span] { isInBuild ? entered : registered }

  /// Whether a reader here is in a session, also where this home does not end with that.
  func isIn(_ span: Span) -> Bool { spansAround.contains { $0.isInside(span) } }

  /// The one of `spans` that counts for a reader here: that of a test, where that of a suite is around it.
  var span: Span? { .innermost(of: spans) }

  /// In a build that has moved: enters the spans that this home, and all that stand on it, are in by now.
  ///
  /// The reads of their instances may be decided otherwise now.
  func join() {
    for home in Self.all([self], where: \.isInBuild) {
      for instance in home.kept { instance.trace.note(holdsAtKeeper: false) }
      home.enterSpans()
    }
  }

  func enterSpans() {
    var told: [Span] = []
    // Again where a build has moved it meanwhile.
    repeat {
      let spans = spans
      let left = state.withLock { state in
        let old = state.spans + told
        state.spans = spans
        return old.filter { span in !spans.contains { $0 === span } }
      }
      for span in left { span.remove(self) }
      for span in spans { span.add(self) }
      told = spans
    } while !told.elementsEqual(spans, by: ===)
    // It may have been closed meanwhile, before all spans knew it.
    let phase = phase
    if phase == .ended || phase == .closed { leaveSpans() }
  }

  /// Gives those of some homes that meet a condition, and those on them that do: in a build, and by merging.
  static func all(_ homes: [Home], where condition: (Home) -> Bool) -> [Home] {
    var found = Few<Home>()
    var pending = homes
    while let home = pending.popLast() {
      guard condition(home), found.insert(home, for: ObjectIdentifier(home)) else { continue }
      let (standing, readers) = home.state.withLock { state in
        (state.inside.present + state.standing.values, state.dependents.present)
      }
      pending += standing + readers.compactMap { $0.standing(knownOn: home) }
    }
    return found.values
  }

  /// In a build: whether the end of its session had begun before it was known to be in that.
  var isLate: Bool { isInBuild && spans.contains(where: \.isClosing) }

  /// In a build: notes a home that stands on this one.
  func noteInside(_ home: Home) {
    let others = state.withLock { $0.inside.append(home) }
    withExtendedLifetime(others) {}
  }

  func leaveSpans() {
    for span in registered { span.remove(self) }
    for span in state.withLock({ $0.spans.map(\.self) }) { span.remove(self) }
  }
}
