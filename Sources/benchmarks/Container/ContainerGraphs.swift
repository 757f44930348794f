import Injection

/// What the size of a graph of services costs who reads its top.
func registerContainerGraphs(in benchmarks: inout Benchmarks) {
  let small = "container scope and first read of a service that stands as it is, over 1 other"
  benchmarks.add(small, count: 50_000) { readTop(GraphLevels.all[1], $0) }
  benchmarks.add(
    "container scope and first read of a service that stands as it is, over 100 others",
    floor: small, goal: .atMost(1.25), count: 50_000
  ) { readTop(GraphLevels.all[100], $0) }

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
}

@inline(never) private func readTop(_ level: any GraphLevel.Type, _ count: Int) {
  // The process keeps it.
  level.read()
  for number in 0..<count {
    withInjectedValues {
      $0[GraphOtherKey.self] = number
    } operation: {
      level.read()
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

extension GraphLevel {
  fileprivate static func read() { blackHole(injected { $0[GraphKey<Self>.self] }) }
}
