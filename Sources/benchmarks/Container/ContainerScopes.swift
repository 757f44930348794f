import Injection

private let count = 50_000

/// Entering and leaving a scope with one override, and the first read of a default.
func registerContainerScopes(in benchmarks: inout Benchmarks) {
  let raw = "container scope: raw withValue"
  benchmarks.add(raw, count: count) {
    let service = Service(2)
    for _ in 0..<$0 { Raw.$service.withValue(service) { barrier() } }
  }
  let rawAsync = "container scope, async: raw withValue"
  benchmarks.add(rawAsync, count: count) { (count: Int) async in
    let service = Service(2)
    for _ in 0..<count { await Raw.$service.withValue(service) { await noSuspension() } }
  }
  let own = "container scope"
  benchmarks.add(own, floor: raw, goal: .atMost(3.2), count: count) {
    enterScopes($0)
  }
  benchmarks.add("container scope, in a scope", floor: raw, goal: .atMost(3.8), count: count) {
    count in
    withInjectedValues {
      $0.service = Service(3)
    } operation: {
      enterScopes(count)
    }
  }
  let ownAsync = "container scope, async"
  benchmarks.add(ownAsync, floor: rawAsync, goal: .atMost(2.5), count: count) {
    (count: Int) async in
    await enterScopesAsync(count)
  }
  benchmarks.add("container scope and its first read", floor: raw, count: count) {
    let service = Service(2)
    for _ in 0..<$0 {
      withInjectedValues {
        $0.service = service
      } operation: {
        blackHole(injected(\.service))
      }
    }
  }
  benchmarks.addInside(
    "container scope with 1,000 keys overridden", floor: own, goal: .atMost(1.1), count: count,
    prepare: prepareScopes
  ) { work in
    withInjectedValues {
      $0.overrideOthers(1_000)
    } operation: {
      work()
    }
  }
  benchmarks.add(
    "container scope with 1,000 keys overridden, async", unit: .nanoseconds, floor: ownAsync,
    goal: .atMost(1.1)
  ) {
    await withInjectedValues {
      $0.overrideOthers(1_000)
    } operation: {
      await Double(ProcessorTime.nanosecondsAsync { await enterScopesAsync(count) }) / Double(count)
    }
  }
  benchmarks.add(
    "container scope, allocations", unit: .allocations, goal: .plus(2), sampleLimit: 1
  ) {
    Double(Allocations.count { enterScopes(1_001) } - Allocations.count { enterScopes(1) }) / 1_000
  }
  registerFirstRead(in: &benchmarks, raw: raw)
}

@Sendable private func prepareScopes() -> (Int) -> Void { enterScopes }

@inline(never) private func enterScopes(_ count: Int) {
  let service = Service(2)
  for _ in 0..<count {
    withInjectedValues {
      $0.service = service
    } operation: {
      barrier()
    }
  }
}

@inline(never) private func enterScopesAsync(_ count: Int) async {
  let service = Service(2)
  for _ in 0..<count {
    await withInjectedValues {
      $0.service = service
    } operation: {
      await noSuspension()
    }
  }
}

@inline(never) private func noSuspension() async { barrier() }

@Sendable private func prepareFirstReads() -> (Int) -> Void { readFirst }

@inline(never) private func readFirst(_ count: Int) {
  for _ in 0..<count {
    // Every default reads the context, so that this scope builds its own.
    withInjectedValues {
      $0.context = .live
    } operation: {
      blackHole(injected(\.whole))
    }
  }
}

private func registerFirstRead(in benchmarks: inout Benchmarks, raw: String) {
  let count = 10_000
  benchmarks.add(
    "container scope and first read of a default built from 3 others", floor: raw,
    goal: .atMost(80), count: count
  ) { readFirst($0) }
  let one = "container builds of 4 in a scope inside one of 1 override"
  for others in [1, 30, 300] {
    benchmarks.addInside(
      others == 1 ? one : "container builds of 4 in a scope inside one of \(others) overrides",
      floor: others == 1 ? nil : one,
      goal: others == 1 ? nil : .atMost(others == 30 ? 1.25 : 1.6), count: count,
      prepare: prepareFirstReads
    ) { work in
      withInjectedValues {
        $0.overrideOthers(others)
      } operation: {
        work()
      }
    }
  }
}

private final class Part: Sendable {
  let number: Int

  @inline(never) init(_ number: Int) { self.number = number }
}

private final class Whole: Sendable {
  let parts: (Part, Part, Part)

  @inline(never) init(_ first: Part, _ second: Part, _ third: Part) {
    parts = (first, second, third)
  }
}

private enum FirstPartKey: InjectedKey {
  static var liveValue: Part { Part(1) }
}

private enum SecondPartKey: InjectedKey {
  static var liveValue: Part { Part(2) }
}

private enum ThirdPartKey: InjectedKey {
  static var liveValue: Part { Part(3) }
}

private enum WholeKey: InjectedKey {
  static var liveValue: Whole {
    Whole(injected(\.firstPart), injected(\.secondPart), injected(\.thirdPart))
  }
}

extension InjectedValues {
  fileprivate var firstPart: Part { self[FirstPartKey.self] }
  fileprivate var secondPart: Part { self[SecondPartKey.self] }
  fileprivate var thirdPart: Part { self[ThirdPartKey.self] }
  fileprivate var whole: Whole { self[WholeKey.self] }
}
