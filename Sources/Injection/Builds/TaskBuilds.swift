/// The builds that run in tasks, with what tells them apart from others of their slot, as far as it is known.
struct TaskBuilds: Sendable {
  private struct Known {
    let number: Int
    var distinction: Distinction?
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
        if !build.admitsWaiters || found.count > seen.count { continue }
        if let distinction = others.values[index].distinction {
          guard let isAlike = decisions.agree(with: distinction) else {
            if !unknown.contains(distinction.question) { unknown.append(distinction.question) }
            continue
          }
          if !isAlike { continue }
        }
      }
      found.append((others.values[index].number, others.keys[index]))
    }
    return (found.sorted { $0.number < $1.number }, unknown)
  }

  func build(_ number: Int, of slot: Slot) -> Build? {
    all[slot]?.first { $0.value.number == number }?.key
  }

  mutating func add(_ build: Build, number: Int, toldApartBy distinction: Distinction?) {
    all[build.slot, default: [:]][build] = Known(number: number, distinction: distinction)
  }

  mutating func remove(_ build: Build) {
    all[build.slot]?[build] = nil
    if all[build.slot]?.isEmpty == true { all[build.slot] = nil }
  }

  func distinction(of build: Build) -> Distinction? { all[build.slot]?[build]?.distinction }

  /// Notes what tells a build apart, if it was decided nearer than what is known.
  mutating func note(_ distinction: Distinction, of build: Build) {
    guard let known = all[build.slot]?[build] else { return }
    if let old = known.distinction, old.kind != .expected, old.distance <= distinction.distance {
      return
    }
    all[build.slot]?[build]?.distinction = distinction
  }

  /// Forgets what tells a build apart, if it has not read that itself.
  mutating func forgetAwaited(by build: Build) {
    guard distinction(of: build)?.kind == .awaited else { return }
    all[build.slot]?[build]?.distinction = nil
  }
}
