/// The builds that run in tasks, with what tells them apart from others of their slot, as far as it is known.
struct TaskBuilds: Sendable {
  private struct Known {
    let number: Int
    /// That of what it has read itself, or is expected to read.
    var own: Distinction?
    /// That of what it waits for, with the build that has read that.
    var awaited: (distinction: Distinction, source: Build)?
  }

  private var all: [Slot: [Build: Known]] = [:]

  /// What may build the same as a reader's build, besides what has been looked at, by number; and what has to
  /// be known of what is decided for the reader.
  ///
  /// There may be thousands of the slot. Nothing that is told apart; and of the rest, of which the first may
  /// do, not many more than before; but all that waits for the reader.
  func rivals(
    of build: Build, amongThem waiting: Set<Builds.Runner>, besides seen: Set<Int>,
    known decisions: Decisions
  ) -> (found: [(number: Int, build: Build)], unknown: [Trace.Question]) {
    guard let others = all[build.slot] else { return ([], []) }
    let waiting = waiting.filter {
      if case .task(let other) = $0 { others[other] != nil } else { false }
    }
    var found: [(number: Int, build: Build)] = []
    var unknown: [Trace.Question] = []
    // By index: what is there would be copied.
    for index in others.indices where seen.isEmpty || !seen.contains(others.values[index].number) {
      let isWaiting = !waiting.isEmpty && waiting.contains(.task(others.keys[index]))
      if !isWaiting {
        if found.count > seen.count { continue }
        let (own, awaited) = (others.values[index].own, others.values[index].awaited)
        if !decisions.agree(with: own, unless: &unknown) { continue }
        if !decisions.agree(with: awaited?.distinction, unless: &unknown) { continue }
      }
      found.append((others.values[index].number, others.keys[index]))
    }
    return (found.sorted { $0.number < $1.number }, unknown)
  }

  func build(_ number: Int, of slot: Slot) -> Build? {
    all[slot]?.first { $0.value.number == number }?.key
  }

  mutating func add(_ build: Build, number: Int, toldApartBy distinction: Distinction?) {
    all[build.slot, default: [:]][build] = Known(number: number, own: distinction)
  }

  mutating func remove(_ build: Build) {
    all[build.slot]?[build] = nil
    if all[build.slot]?.isEmpty == true { all[build.slot] = nil }
  }

  /// What tells apart whoever waits for a build, with the builds that have read that.
  func distinctions(of build: Build) -> [(distinction: Distinction, source: Build)] {
    guard let known = all[build.slot]?[build] else { return [] }
    let own = known.own.flatMap { $0.isExpected ? nil : ($0, build) }
    return [own, known.awaited].compactMap(\.self)
  }

  /// Notes what tells a build apart that has read it, if it was decided nearer than what is known, or that is
  /// only expected.
  mutating func note(_ distinction: Distinction, of build: Build) {
    let known = all[build.slot]?[build]?.own
    if let known, !known.isExpected, known.distance <= distinction.distance { return }
    all[build.slot]?[build]?.own = distinction
  }

  /// Notes what tells a build apart that waits for what has read it, if it was decided nearer than what is known.
  mutating func note(_ distinction: Distinction, readBy source: Build, awaitedBy build: Build) {
    let known = all[build.slot]?[build]?.awaited
    if let known, known.distinction.distance <= distinction.distance { return }
    all[build.slot]?[build]?.awaited = (distinction, source)
  }

  func sourceAwaited(by build: Build) -> Build? { all[build.slot]?[build]?.awaited?.source }

  /// Forgets what tells a build apart by what it waits for.
  mutating func forgetAwaited(by build: Build) { all[build.slot]?[build]?.awaited = nil }
}
