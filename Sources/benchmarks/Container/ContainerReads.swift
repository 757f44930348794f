import Injection

/// Objects that live long and read a service again and again, made where the optimiser cannot see.
private final class Reader {
  @Injected(\.service) var service
  @Injected({ $0[ServiceKey.self] }) var keyed
  @Injected(\.numbering) var existential
  @Injected(\.plainService) var plain
  @Injected(\.service.number) var computed
}

@inline(never) @_optimize(none) private func makeReader() -> Reader { Reader() }

private final class RawReader {
  var service: Service { Raw.service }
  @RawInjected(\.service) var injected
}

@inline(never) @_optimize(none) private func makeRawReader() -> RawReader { RawReader() }

private let count = 200_000

/// Reads, outside every scope and overridden, and what they grow with.
func registerContainerReads(in benchmarks: inout Benchmarks) {
  let raw = "container read: raw @TaskLocal"
  benchmarks.add(raw, count: count) { count in
    let reader = makeRawReader()
    for _ in 0..<count { blackHole(reader.service) }
  }
  let rawBound = "container read: raw @TaskLocal, bound"
  benchmarks.add(rawBound, count: count) { count in
    let reader = makeRawReader()
    Raw.$service.withValue(Service(2)) {
      for _ in 0..<count { blackHole(reader.service) }
    }
  }
  let hand = "container read: wrapper by hand"
  benchmarks.add(hand, floor: raw, count: count) {
    let reader = makeRawReader()
    for _ in 0..<$0 { blackHole(reader.injected) }
  }
  let handBound = "container read: wrapper by hand, bound"
  benchmarks.add(handBound, floor: rawBound, count: count) { count in
    let reader = makeRawReader()
    Raw.$service.withValue(Service(2)) {
      for _ in 0..<count { blackHole(reader.injected) }
    }
  }
  benchmarks.add("container read: injected(_:)", floor: raw, goal: .atMost(1.5), count: count) {
    for _ in 0..<$0 { blackHole(injected(\.service)) }
  }
  benchmarks.add(
    "container read: injected(_:), overridden", floor: rawBound, goal: .atMost(1.5), count: count
  ) { count in
    withInjectedValues {
      $0.service = Service(2)
    } operation: {
      for _ in 0..<count { blackHole(injected(\.service)) }
    }
  }
  benchmarks.add("container read: live default", floor: hand, goal: .atMost(1.2), count: count) {
    let reader = makeReader()
    for _ in 0..<$0 { blackHole(reader.service) }
  }
  benchmarks.add("container read: overridden", floor: handBound, goal: .atMost(1.5), count: count) {
    count in
    let reader = makeReader()
    withInjectedValues {
      $0.service = Service(2)
    } operation: {
      for _ in 0..<count { blackHole(reader.service) }
    }
  }
  benchmarks.add(
    "container read: made in the scope", floor: handBound, goal: .atMost(1.5), count: count
  ) { count in
    withInjectedValues {
      $0.service = Service(2)
    } operation: {
      let reader = makeReader()
      for _ in 0..<count { blackHole(reader.service) }
    }
  }
  for distance in [1, 20] {
    benchmarks.add(
      "container read: made \(distance) scope\(distance == 1 ? "" : "s") further out",
      floor: handBound, goal: .atMost(2.5), count: count
    ) { count in
      withInjectedValues {
        $0.service = Service(2)
      } operation: {
        let reader = makeReader()
        inScopes(distance) {
          for _ in 0..<count { blackHole(reader.service) }
        }
      }
    }
  }
  benchmarks.add(
    "container read: by key, live default", floor: hand, goal: .atMost(1.2), count: count
  ) {
    let reader = makeReader()
    for _ in 0..<$0 { blackHole(reader.keyed) }
  }
  benchmarks.add(
    "container read: by key, overridden", floor: handBound, goal: .atMost(1.5), count: count
  ) { count in
    let reader = makeReader()
    withInjectedValues {
      $0.service = Service(2)
    } operation: {
      for _ in 0..<count { blackHole(reader.keyed) }
    }
  }
  benchmarks.add("container read: existential", floor: raw, count: count) {
    let reader = makeReader()
    for _ in 0..<$0 { blackHole(reader.existential) }
  }
  benchmarks.add("container read: struct of closures", floor: raw, count: count) {
    let reader = makeReader()
    for _ in 0..<$0 { blackHole(reader.plain) }
  }
  benchmarks.add("container read: transforming accessor", floor: raw, count: count) {
    let reader = makeReader()
    for _ in 0..<$0 { blackHole(reader.computed) }
  }
  registerWorld(in: &benchmarks, raw: rawBound)
  registerGrowth(in: &benchmarks)
}

/// Reads in a world of its own, as each test case runs in one.
private func registerWorld(in benchmarks: inout Benchmarks, raw: String) {
  let world = TestWorld(
    of: TestIdentity(name: "benchmarks", record: nil), at: SourcePlace(#fileID, #line))
  benchmarks.add(
    "container read in a test's world: live default", floor: raw, count: count
  ) { count in
    let reader = makeReader()
    world.run {
      for _ in 0..<count { blackHole(reader.service) }
    }
  }
  benchmarks.add(
    "container read in a test's world: overridden", floor: raw, count: count
  ) { count in
    let reader = makeReader()
    world.run {
      withInjectedValues {
        $0.service = Service(2)
      } operation: {
        for _ in 0..<count { blackHole(reader.service) }
      }
    }
  }
}

/// Reads through an object that is made here, outside every scope.
@Sendable private func readFromOutside() -> (Int) -> Void {
  let reader = makeReader()
  return { for _ in 0..<$0 { blackHole(reader.service) } }
}

private func registerGrowth(in benchmarks: inout Benchmarks) {
  for isOverridden in [false, true] {
    let kind = isOverridden ? "overridden" : "live default"
    let ownKeys = "container read with 1 other key, \(kind)"
    for others in [1, 10, 100, 1_000] {
      let name = "container read with \(others) other key\(others == 1 ? "" : "s"), \(kind)"
      benchmarks.addInside(
        name, floor: others == 1 ? nil : ownKeys, goal: others == 1 ? nil : .atMost(1.25),
        count: count, prepare: readFromOutside
      ) { work in
        withInjectedValues {
          if isOverridden { $0.service = Service(2) }
          $0.overrideOthers(others)
        } operation: {
          work()
        }
      }
    }
    let ownDepth = "container read at depth 1, \(kind)"
    for depth in [1, 10, 100] {
      let name = "container read at depth \(depth), \(kind)"
      benchmarks.addInside(
        name, floor: depth == 1 ? nil : ownDepth, goal: depth == 1 ? nil : .atMost(1.25),
        count: count, prepare: readFromOutside
      ) { work in
        withInjectedValues {
          if isOverridden { $0.service = Service(2) }
        } operation: {
          inScopes(depth, work)
        }
      }
    }
  }
}
