import Synchronization

/// A stretch of time at whose end all that was built in it is let go of: a session, or a test's world.
final class Span: Sendable {
  private struct State: ~Copyable, Sendable {
    /// The homes of all scopes in it, each until it is closed.
    var homes = Few<Home>()
    /// Whether its end has begun, so that nothing is kept in it.
    var isClosing = false
    /// Prepared instances, which stay until the operations have ended that outlast this span.
    var outlasting: [Home.Kept] = []
    var reported: Set<String> = []
  }

  let place: SourcePlace
  /// The test whose world it is, or in whose world it is.
  let test: TestIdentity?
  let isWorld: Bool
  /// Holds the span around it, until the deinitialiser takes that.
  private let holder: LazyReference<Span>
  /// Whether a test runs in its world, by a trait or base class that ends it.
  let isEntered = Atomic(false)
  /// Whether its end looks for scopes that keep themselves alive.
  let findsCycles = Atomic(false)
  let session = Guarded(SessionState())
  private let state = Guarded(State())

  /// The build that it was opened in.
  weak let opener: Build?

  init(
    place: SourcePlace, test: TestIdentity?, isWorld: Bool, outer: Span?,
    openedIn build: Build? = nil
  ) {
    opener = build
    self.place = place
    self.test = test
    self.isWorld = isWorld
    holder = LazyReference(outer)
  }

  deinit { holder.releaseChain { $0.holder.take() } }

  var outer: Span? { holder.load() }

  convenience init(place: SourcePlace, around scope: Scope?) {
    let outer = scope?.spanAround
    self.init(
      place: place, test: outer?.test, isWorld: false, outer: outer,
      openedIn: scope?.readingBuild?.active)
  }

  /// Joins two lists of spans at whose ends a home is closed; leaves out each that another of them is inside.
  static func joined(_ spans: [Span], _ others: [Span]) -> [Span] {
    if others.isEmpty { return spans }
    let inner = spans.filter { one in
      !others.contains { $0 !== one && $0.isInside(one) }
    }
    return inner + others.filter { other in !inner.contains { $0.isInside(other) } }
  }

  /// Gives the first of the spans that a reader is in; that of a test, where that of a suite is around it.
  static func innermost(of spans: [Span]) -> Span? {
    guard let first = spans.first, first.test?.isGroup == true else { return spans.first }
    return spans.first { $0.test?.isGroup == false } ?? first
  }

  /// This one and those around it: tasks may open session in session for days.
  var chain: some Sequence<Span> { sequence(first: self, next: \.outer) }

  /// Whether it has ended, or one around it has; each read in a session asks, so nothing is counted on the way.
  var hasEnded: Bool {
    var next: Unmanaged<Span>? = .passUnretained(self)
    while let span = next {
      if span._withUnsafeGuaranteedRef({ $0.phase == .ended }) { return true }
      next = span._withUnsafeGuaranteedRef { $0.holder.borrowed }
    }
    return false
  }

  /// Whether nothing is kept in it any more.
  ///
  /// A session with teardowns keeps instances until its own end, also while a span around ends.
  var isClosing: Bool {
    for span in chain {
      if span.state.withLock({ $0.isClosing }) { return true }
      if span.hasTeardowns { return false }
    }
    return false
  }

  /// Whether nothing is kept any more in a span around it.
  var isClosingAround: Bool { outer?.closing != nil }

  /// Whether a report is the first of its kind, and there were fewer kinds than a limit.
  func isFirst(_ report: String, among limit: Int = .max) -> Bool {
    state.withLock { $0.reported.count < limit && $0.reported.insert(report).inserted }
  }

  /// Notes a home until that is closed; not by a weak reference, which would make each count of the home slow.
  ///
  /// A home that may come too late asks ``isClosing`` after this. A world may be told by two sessions in it.
  func add(_ home: Home) {
    for span in chain {
      span.state.withLock { state in
        if !state.isClosing { state.homes.insert(home, for: ObjectIdentifier(home)) }
      }
    }
  }

  func remove(_ home: Home) {
    // The caller holds it, so nothing is freed under the lock.
    let id = ObjectIdentifier(home)
    for span in chain { span.state.withLock { _ = $0.homes.removeValue(of: id) } }
  }

  var homes: [Home] { state.withLock { $0.homes.values } }

  var kept: [Home.Kept] { Home.kept(in: homes) }

  /// Whether a home ends with it.
  ///
  /// A home of a session inside with teardowns of its own does not: these would find nothing to tear down. Such
  /// a session has come while this one ends.
  private func ends(_ home: Home) -> Bool {
    if isWorld { return true }
    let spans = home.spans
    return spans.contains { $0.isInside(self) }
      && spans.allSatisfy { $0 === self || !$0.hasTeardowns }
  }

  private var hasTeardowns: Bool { session.withLock { $0.hasTeardowns } }

  /// Keeps nothing from now on; gives the homes that are to end.
  @discardableResult
  func close() -> [Home] {
    let homes = state.withLock { state in
      state.isClosing = true
      return state.homes.values
    }
    // The homes in a build come last: once others are closed, an earlier keeper elsewhere may be around them.
    var pending =
      homes.filter { !$0.isInBuild }
      + homes.filter(\.isInBuild).sorted { $0.mark.number < $1.mark.number }
    var ending: [Home] = []
    var count = 0
    while count < pending.count {
      let home = pending[count]
      count += 1
      guard ends(home) else { continue }
      ending.append(home)
      // With the homes that close with it, which may have come too late to be known.
      for other in home.beginClosing() ?? [] where ends(other) {
        let isNew = state.withLock { $0.homes.insert(other, for: ObjectIdentifier(other)) }
        if isNew { pending.append(other) }
      }
    }
    return ending
  }

  /// Ends the span: lets go of the instances that are kept in it, the one made last first.
  ///
  /// A deinitialiser still reads the instances that were made before its own; prepared ones and their parts go last.
  func end() {
    if isWorld {
      for life in sessionsInside where life.span.hasTeardowns {
        IssueReporter.openSession(life.span)
      }
    }
    proceed(to: .lettingGo)
    let homes = close()
    var all = Home.keptToRelease(in: homes)
    keepForOperations(from: &all)
    if findsCycles.load(ordering: .relaxed) { ScopeCycles.release(&all, in: self) }
    while !all.isEmpty { Home.releaseLast(of: &all) }
    proceed(to: .ended)
    for home in homes {
      home.finishClosing(ending: true)
      remove(home)
    }
    if !hasOperations { releaseOutlasting() }
  }

  /// Ends homes that a build has opened, and that sessions did not know when their ends began.
  static func end(late homes: [Home]) {
    var ending: [Home] = []
    for home in homes where home.beginClosing() != nil { ending.append(home) }
    var all = Home.keptToRelease(in: ending)
    let spans = ending.flatMap(\.spans).compactMap(\.closing)
    for span in spans { span.keepForOperations(from: &all) }
    while !all.isEmpty { Home.releaseLast(of: &all) }
    for home in ending { home.finishClosing(ending: true) }
    for span in spans where span.phase == .ended && !span.hasOperations { span.releaseOutlasting() }
  }

  /// The innermost of this one and those around it whose end has begun.
  private var closing: Span? { chain.first { $0.state.withLock { $0.isClosing } } }

  /// Takes prepared instances out while operations go on, whose reads could not make these anew.
  private func keepForOperations(from kept: inout [Home.Kept]) {
    guard hasOperations else { return }
    let isPrepared = { (kept: Home.Kept) in kept.instance.trace.key is any AsyncInjectedKey.Type }
    let prepared = kept.filter(isPrepared).map { $0.home.leave($0.instance) }
    kept.removeAll(where: isPrepared)
    state.withLock { $0.outlasting += prepared }
  }

  func releaseOutlasting() {
    var kept: [Home.Kept] = []
    state.withLock { swap(&kept, &$0.outlasting) }
    while !kept.isEmpty { Home.releaseLast(of: &kept) }
  }
}
