/// Notes how long rounds of something take: the best counts, since what disturbs a round only makes
/// it longer.
struct Stopwatch {
  /// How often a round does it: few times, so that one is over before the system lets somebody else
  /// go on.
  static let iterations = 100
  static let rounds = 25

  private var best = Duration.seconds(60)

  mutating func note(_ round: Duration) {
    best = min(best, round)
  }

  /// How long doing it once takes; more than nothing, since a ratio needs a divisor.
  var nanoseconds: Double {
    max(best / .nanoseconds(Self.iterations), 0.01)
  }
}

func nanoseconds(_ body: () -> Void) -> Double {
  var watch = Stopwatch()
  for _ in 0..<Stopwatch.rounds {
    watch.note(
      ContinuousClock().measure {
        for _ in 0..<Stopwatch.iterations { body() }
      })
  }
  return watch.nanoseconds
}

/// Measures how long something takes that may be suspended.
nonisolated(nonsending) func nanoseconds(
  _ body: nonisolated(nonsending) () async -> Void
) async -> Double {
  var watch = Stopwatch()
  for _ in 0..<Stopwatch.rounds {
    let start = ContinuousClock.now
    for _ in 0..<Stopwatch.iterations { await body() }
    watch.note(.now - start)
  }
  return watch.nanoseconds
}
