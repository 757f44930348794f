import Injection
import Synchronization

private let count = 1_000_000

/// Two threads that read at once, beside two that have nothing in common.
func registerContainerThreads(in benchmarks: inout Benchmarks) {
  let independent = "threads: independent work"
  benchmarks.add(independent, unit: .speedup) {
    await speedup { count in
      var state = UInt64(count)
      for _ in 0..<(count * 4) { state = state &* 6_364_136_223_846_793_005 &+ 1 }
      blackHole(state)
    }
  }
  let raw = "threads: raw @TaskLocal read of a shared class"
  benchmarks.add(raw, unit: .speedup, floor: independent) {
    await Raw.$service.withValue(Service(2)) {
      await speedup { for _ in 0..<$0 { blackHole(Raw.service.number) } }
    }
  }
  benchmarks.add(
    "threads: read outside scopes", unit: .speedup, floor: independent, goal: .atLeast(0.9)
  ) { await speedup(read) }
  benchmarks.add(
    "threads: read overridden, a scope for each", unit: .speedup, floor: independent,
    goal: .atLeast(0.9)
  ) {
    await speedup { count in
      withInjectedValues {
        $0.plainService.number = { 2 }
      } operation: {
        read(count)
      }
    }
  }
  benchmarks.add(
    "threads: read overridden, one scope", unit: .speedup, floor: raw, goal: .atLeast(1)
  ) {
    await withInjectedValues {
      $0.plainService.number = { 2 }
    } operation: {
      await speedup(read)
    }
  }
}

@Sendable private func read(_ count: Int) {
  let reader = makeReader()
  for _ in 0..<count { blackHole(reader.service.number) }
}

private final class Reader {
  @Injected(\.plainService) var service
}

@inline(never) @_optimize(none) private func makeReader() -> Reader { Reader() }

/// How many times the work of one thread two do in the same time.
private func speedup(_ body: @escaping @Sendable (Int) -> Void) async -> Double {
  let one = await seconds(threads: 1, body)
  let two = await seconds(threads: 2, body)
  return 2 * one / two
}

private func seconds(threads: Int, _ body: @escaping @Sendable (Int) -> Void) async -> Double {
  let clock = ContinuousClock()
  let times = await withTaskGroup(of: (ContinuousClock.Instant, ContinuousClock.Instant).self) {
    group in
    let gate = Gate(threads)
    for _ in 0..<threads {
      group.addTask {
        gate.pass()
        let start = clock.now
        body(count)
        return (start, clock.now)
      }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
  let start = times.map(\.0).min() ?? clock.now
  let end = times.map(\.1).max() ?? clock.now
  return start.duration(to: end) / .seconds(1)
}

/// Lets threads go on when all have come, without putting any to sleep.
private final class Gate: Sendable {
  private let missing: Atomic<Int>

  init(_ count: Int) { missing = Atomic(count) }

  func pass() {
    missing.wrappingSubtract(1, ordering: .relaxed)
    while missing.load(ordering: .relaxed) > 0 {}
  }
}
