import Synchronization

/// A stretch of time at whose end all that was built in it is let go of: a session, or a test's world.
final class Span: Sendable {
  private struct WeakHome: Sendable {
    weak let home: Home?
  }

  private struct State: Sendable {
    var homes: [WeakHome] = []
    var limit = 16
    var reported: Set<String> = []
  }

  let place: SourcePlace
  /// The test whose world it is, or in whose world it is.
  let test: TestIdentity?
  let isWorld: Bool
  /// The one around it.
  let outer: Span?
  /// Whether its end looks for scopes that keep themselves alive.
  let findsCycles = Atomic(false)
  private let ended = Atomic(false)
  private let state = Guarded(State())

  init(place: SourcePlace, test: TestIdentity?, isWorld: Bool, outer: Span?) {
    self.place = place
    self.test = test
    self.isWorld = isWorld
    self.outer = outer
  }

  /// Whether it has ended, or one around it has.
  var hasEnded: Bool { ended.load(ordering: .acquiring) || outer?.hasEnded ?? false }

  /// Whether a read is the first to be reported, of its kind.
  func isFirst(_ report: String) -> Bool {
    state.withLock { $0.reported.insert(report).inserted }
  }

  func add(_ home: Home) {
    state.withLock { state in
      if state.homes.count >= state.limit {
        state.homes.removeAll { $0.home == nil }
        state.limit = max(16, state.homes.count * 2)
      }
      state.homes.append(WeakHome(home: home))
    }
    outer?.add(home)
  }

  /// The homes of all scopes in it.
  var homes: [Home] { state.withLock { $0.homes.compactMap(\.home) } }

  /// What is kept in it, the first one made first.
  var kept: [(home: Home, instance: Instance)] {
    homes.flatMap { home in home.kept.map { (home, $0) } }
      .sorted { $0.1.number < $1.1.number }
  }

  /// From now on nothing is kept.
  func close() {
    for home in homes { home.beginClosing() }
  }

  /// Ends it: what was kept is let go of, the last one first.
  ///
  /// What a deinitialiser reads meanwhile is still there, unless it was made later.
  func end() {
    close()
    let homes = homes
    var all = kept
    if findsCycles.load(ordering: .relaxed) { ScopeCycles.release(&all, in: self) }
    while let (home, instance) = all.popLast() { home.release(instance, remembering: true) }
    ended.store(true, ordering: .releasing)
    for home in homes { home.finishClosing(ending: true) }
  }
}
