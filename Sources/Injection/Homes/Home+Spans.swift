// The sessions and worlds that a home is in, which end it.

extension Home {
  /// The sessions or worlds that its scope was opened in.
  var entered: [Span] { session.load().map { Span.joined([$0], opened) } ?? opened }

  /// Outside every build: those that know this home until it is closed.
  var registered: [Span] {
    session.load().map { Span.joined([$0], openedAround) } ?? openedAround
  }

  /// Whether it has come into a session since its scope was opened.
  var hasEntered: Bool { session.borrowed != nil }

  /// Is in a session from now on whose update has made its scope, with what stands on it, and on what was built.
  func enter(_ span: Span) {
    for home in Self.all([self], where: { _ in true }) {
      var answers = Few<Answer>()
      let builds = home.state.withLock { state in
        swap(&state.answers, &answers)
        return state.instances.builds
      }
      // The session decides by now what nobody did.
      for instance in home.kept where !instance.trace.holds(at: home) { home.forget(instance) }
      // In a build, those inside look outward.
      if home === self || !home.isInBuild { _ = home.session.storeIfNil(span) }
      home.enterSpans()
      for build in builds { build.moveOpened(to: home) }
    }
  }

  /// The sessions or worlds at whose end this home is closed; none where there are none around it.
  ///
  /// What a build has opened is in no session around while that runs, then in those that keep what was built. A
  /// session that a build has opened is in none.
  var spans: [Span] {
    if !isInBuild { return registered }
    var spans: [Span] = []
    for home in chain {
      let known = home.original?.spans ?? home.own
      spans = Span.joined(spans, known)
      if !home.isInBuild { break }
      if let build = home.openedIn, known.isEmpty { spans = Span.joined(spans, build.spans) }
      if home.original == nil, home.openedIn != nil || !known.isEmpty { break }
    }
    return spans
  }

  /// The sessions or worlds that a reader here is in: also what a running build has opened is in those of who
  /// reads there.
  var spansAround: [Span] {
    var spans: [Span] = []
    for home in chain {
      spans = Span.joined(spans, home.own)
      if !home.isInBuild { break }
    }
    return spans
  }

  /// Those that it is in by itself.
  var own: [Span] { isInBuild ? entered : registered }

  /// Whether a reader here is in a session, also where that is not known to keep this.
  func isIn(_ span: Span) -> Bool { spansAround.contains { $0.isInside(span) } }

  /// The one of them that a reader here is in: that of a test, where that of a suite is around it.
  var span: Span? { .innermost(of: spans) }

  /// In a build that has moved: lets the sessions or worlds know this home, and what stands on it, that these
  /// are in by now; what is kept there may be decided otherwise.
  func join() {
    for home in Self.all([self], where: \.isInBuild) {
      for instance in home.kept { instance.trace.note(holdsAtKeeper: false) }
      home.enterSpans()
    }
  }

  func enterSpans() {
    var told: [Span] = []
    // Until nobody has moved it meanwhile.
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
    // It may have ended meanwhile, before all knew it.
    let phase = phase
    if phase == .ended || phase == .closed { leaveSpans() }
  }

  /// Homes that a condition is true of, and those that stand on them: in a build, and by merging.
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

  /// In a build: whether it is in a session that had ended before that was known.
  var isLate: Bool { isInBuild && spans.contains(where: \.isClosing) }

  /// In a build: knows a home that stands on this one.
  func noteInside(_ home: Home) {
    let others = state.withLock { $0.inside.append(home) }
    withExtendedLifetime(others) {}
  }

  func leaveSpans() {
    for span in registered { span.remove(self) }
    for span in state.withLock({ $0.spans.map(\.self) }) { span.remove(self) }
  }
}
