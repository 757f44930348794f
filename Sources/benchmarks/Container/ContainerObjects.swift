import Injection

/// Objects with injected properties: how long they take to make, and how big they are.
func registerContainerObjects(in benchmarks: inout Benchmarks) {
  let count = 100_000
  let raw = "container object of 5: raw @TaskLocal reads and a plain object"
  benchmarks.add(raw, count: count) {
    for _ in 0..<$0 { blackHole(makeRawOwner()) }
  }
  benchmarks.add("container object of 5", floor: raw, goal: .atMost(1.3), count: count) {
    for _ in 0..<$0 { blackHole(makeOwner()) }
  }
  let rawBound = "container object of 5, in a scope: raw"
  benchmarks.add(rawBound, count: count) { count in
    Raw.$service.withValue(Service(2)) {
      for _ in 0..<count { blackHole(makeRawOwner()) }
    }
  }
  benchmarks.add(
    "container object of 5, in a scope", floor: rawBound, goal: .atMost(1.3), count: count
  ) { count in
    withInjectedValues {
      $0.service = Service(2)
    } operation: {
      for _ in 0..<count { blackHole(makeOwner()) }
    }
  }
  benchmarks.add(
    "container memory of an injected property", unit: .bytes, goal: .plus(24), sampleLimit: 1
  ) {
    (Allocations.bytes(perObject: makeOwner) - Allocations.bytes(perObject: makeEmpty)) / 5
  }
}

private final class Empty {}

private final class RawOwner {
  let first = Raw.service
  let second = Raw.service
  let third = Raw.service
  let fourth = Raw.service
  let fifth = Raw.service
}

private final class Owner {
  @Injected(\.service) var first
  @Injected(\.service) var second
  @Injected(\.service) var third
  @Injected(\.service) var fourth
  @Injected(\.service) var fifth
}

@inline(never) private func makeEmpty() -> AnyObject { Empty() }
@inline(never) private func makeRawOwner() -> AnyObject { RawOwner() }
@inline(never) private func makeOwner() -> AnyObject { Owner() }
