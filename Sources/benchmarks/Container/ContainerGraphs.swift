import Injection

/// What the size of a graph of services costs who reads its top.
func registerContainerGraphs(in benchmarks: inout Benchmarks) {
  let small = "container scope and first read of a service that stands as it is, over 1 other"
  benchmarks.add(small, count: 50_000) { readTop(GraphLevels.all[1], $0) }
  benchmarks.add(
    "container scope and first read of a service that stands as it is, over 100 others",
    floor: small, goal: .atMost(1.25), count: 50_000
  ) { readTop(GraphLevels.all[100], $0) }

  benchmarks.add(
    "container scope and first read of a service that stands as it is, which a launch has built over 100 others",
    floor: small, goal: .atMost(1.25), count: 50_000
  ) { count in
    GraphLevels.all[100].launch()
    inOtherScopes(count) { GraphLevels.all[100].readDeep(GraphLaunched.self) }
  }

  benchmarks.add(
    "container scope and first read of a service that stands as it is, which an update has built over 100 others",
    floor: small, goal: .atMost(1.25), count: 50_000
  ) { count in
    withInjectedValues {
      $0[GraphRootKey.self] = 1
      GraphLevels.all[100].readDeep(GraphNew.self, in: $0)
    } operation: {
      inOtherScopes(count) { GraphLevels.all[100].readDeep(GraphNew.self) }
    }
  }

  let job = "container read in a scope that a job has opened, of a service over 20 others"
  benchmarks.addReadsInJob(job, of: GraphLevels.all[20])
  benchmarks.addReadsInJob(
    "container read in a scope that a job has opened, of a service over 100 others",
    of: GraphLevels.all[100], floor: job, goal: .atMost(1.25))

  let bottom = "container builds of 100 with 6 reads each in a scope, from the bottom"
  benchmarks.add(bottom, count: 100) { count in
    for _ in 0..<count { inGraphScope { for level in GraphLevels.all { level.read() } } }
  }
  benchmarks.add(
    "container builds of 100 with 6 reads each in a scope, from the top", floor: bottom,
    goal: .atMost(1.6), count: 100
  ) { count in
    for _ in 0..<count { inGraphScope { GraphLevels.all[99].read() } }
  }

  let fresh = "container builds of 100 from the top, of which the first is decided anew"
  benchmarks.add(fresh, count: 100) { count in
    for _ in 0..<count { inGraphScope { GraphLevels.all[99].readDeep(GraphNew.self) } }
  }
  benchmarks.add(
    "container builds of 100 from the top, of which the first is decided anew, and the process has all",
    floor: fresh, goal: .atMost(2), count: 100
  ) { count in
    GraphLevels.all[99].readDeep(GraphKnown.self)
    for _ in 0..<count { inGraphScope { GraphLevels.all[99].readDeep(GraphKnown.self) } }
  }
}

@inline(never) private func readTop(_ level: any GraphLevel.Type, _ count: Int) {
  // The process keeps it.
  level.read()
  inOtherScopes(count) { level.read() }
}

extension Benchmarks {
  fileprivate mutating func addReadsInJob(
    _ name: String, of level: any GraphLevel.Type, floor: String? = nil,
    goal: Benchmark.Goal? = nil
  ) {
    addInside(name, floor: floor, goal: goal, count: 50_000) {
      { count in for _ in 0..<count { level.readDeep(GraphNew.self) } }
    } _: { work in
      injected { $0[GraphJobsKey.self] }.values.run {
        inGraphScope {
          level.readDeep(GraphNew.self)
          work()
        }
      }
    }
  }
}

@inline(__always) private func inOtherScopes(_ count: Int, _ read: () -> Void) {
  for number in 0..<count {
    withInjectedValues {
      $0[GraphOtherKey.self] = number
    } operation: {
      read()
    }
  }
}

@inline(never) private func inGraphScope(_ operation: () -> Void) {
  withInjectedValues {
    $0[GraphRootKey.self] = 1
  } operation: {
    operation()
  }
}

// MARK: Services

private enum GraphOtherKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

private enum GraphRootKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

/// A service for each type, which reads those of the six types before it.
private protocol GraphLevel: SendableMetatype {
  static var number: Int { get }
}

private enum GraphBase: GraphLevel {
  static var number: Int { 0 }
}

private enum GraphNext<Below: GraphLevel>: GraphLevel {
  static var number: Int { Below.number + 1 }
}

private enum GraphLevels {
  static let all = Array(
    sequence(first: GraphBase.self as any GraphLevel.Type) { above($0) }.prefix(101))

  private static func above(_ level: any GraphLevel.Type) -> any GraphLevel.Type {
    func next<L: GraphLevel>(_ level: L.Type) -> any GraphLevel.Type { GraphNext<L>.self }
    return next(level)
  }
}

private final class GraphService: Sendable {
  let root = injected { $0[GraphRootKey.self] }

  init(number: Int) {
    for below in max(0, number - 6)..<number { GraphLevels.all[below].read() }
  }
}

private enum GraphKey<Level: GraphLevel>: InjectedKey {
  static var liveValue: GraphService { GraphService(number: Level.number) }
  static var testValue: GraphService { liveValue }
}

/// Whether the process has what is built, or a launch has built it while it prepared.
private enum GraphNew {}
private enum GraphKnown {}
private enum GraphLaunched {}

/// Reads three below it, of which the first one alone reads what a scope decides.
private final class DeepGraphService: Sendable {
  init<Use>(number: Int, _ use: Use.Type) {
    if number == 0 { blackHole(injected { $0[GraphRootKey.self] }) }
    for below in (max(0, number - 3)..<number).reversed() { GraphLevels.all[below].readDeep(use) }
  }
}

private enum DeepGraphKey<Level: GraphLevel, Use>: InjectedKey {
  static var liveValue: DeepGraphService { DeepGraphService(number: Level.number, Use.self) }
  static var testValue: DeepGraphService { liveValue }
}

/// What runs jobs, in what it was built in.
private final class GraphJobs: Sendable {
  let values = InjectedValues.current
}

private enum GraphJobsKey: InjectedKey {
  static var liveValue: GraphJobs { GraphJobs() }
  static var testValue: GraphJobs { GraphJobs() }
}

extension GraphLevel {
  fileprivate static func readDeep<Use>(_ use: Use.Type, in values: InjectedValues = .current) {
    blackHole(values[DeepGraphKey<Self, Use>.self])
  }

  fileprivate static func launch() {
    prepareInjectedValues { blackHole($0[DeepGraphKey<Self, GraphLaunched>.self]) }
  }

  fileprivate static func read() { blackHole(injected { $0[GraphKey<Self>.self] }) }
}
