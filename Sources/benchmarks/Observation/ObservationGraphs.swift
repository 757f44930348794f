import ModelObservation
import Observation

/// Graphs whose sources are written, and whose ends are looked at after each write: by effects, by
/// registering anew with the standard library, and by hand where nothing is observed.
func registerObservationGraphs(in benchmarks: inout Benchmarks) {
  for width in [1, 10, 100] {
    for height in [1, 10, 100] {
      register(
        .effects(width: width, height: height), changes: max(5, 20_000 / (width * height)),
        in: &benchmarks)
    }
  }
  register(.diamond, changes: 5_000, in: &benchmarks)
  register(.broad, changes: 500, in: &benchmarks)
  register(.deep, changes: 1_000, in: &benchmarks)
  register(.dynamic, changes: 2_000, in: &benchmarks)
  for shape in [GraphShape.diamond, .broad, .deep, .dynamic] {
    let name = "observation \(shape.name), evaluations in 1,000 changes"
    for (kind, run) in [("plain", runPlain), ("standard", runStandard)] {
      benchmarks.add("\(name): \(kind)", unit: .evaluations, sampleLimit: 1) {
        Double(run(shape, 1_000).evaluations)
      }
    }
    benchmarks.add(
      name, unit: .evaluations, floor: "\(name): plain", goal: .atMost(1), sampleLimit: 1
    ) {
      let result = runObserved(shape, changes: 1_000)
      precondition(result.sum == runPlain(shape, changes: 1_000).sum, "The values differ.")
      return Double(result.evaluations)
    }
  }
}

private func register(_ shape: GraphShape, changes: Int, in benchmarks: inout Benchmarks) {
  let name = "observation \(shape.name)"
  benchmarks.add("\(name): plain", count: changes) { blackHole(runPlain(shape, changes: $0)) }
  benchmarks.add("\(name): standard", count: changes) { blackHole(runStandard(shape, changes: $0)) }
  benchmarks.add(name, floor: "\(name): standard", count: changes) {
    blackHole(runObserved(shape, changes: $0))
  }
}

// MARK: Shapes

/// A graph, described once for everything that can run it.
enum GraphShape {
  /// As many chains of nodes on one source, each with an end of its own.
  case effects(width: Int, height: Int)
  /// Five nodes on one source, and one that joins them.
  case diamond
  /// Fifty nodes on one source, each with an end of its own.
  case broad
  /// A chain of fifty nodes.
  case deep
  /// A node that reads 10 of 100 sources; each step moves the window, and writes outside of it.
  case dynamic

  var name: String {
    switch self {
    case .effects(let width, let height): "effects \(width)x\(height)"
    case .diamond: "diamond (5 branches)"
    case .broad: "broad (50 nodes, 50 ends)"
    case .deep: "deep (50 nodes, 1 end)"
    case .dynamic: "dynamic (10 of 100 sources)"
    }
  }

  /// Makes the graph with sources of type `Cell`, and each node through `node`.
  func make<Cell: GraphCell>(
    of type: Cell.Type, _ node: (@escaping () -> Int) -> () -> Int
  ) -> (write: (Int) -> Void, ends: [() -> Int]) {
    let source = Cell(0)
    let write = { source.value = $0 }
    func chain(_ height: Int) -> () -> Int {
      (1..<height).reduce(node { source.value + 1 }) { below, _ in node { below() + 1 } }
    }
    switch self {
    case .effects(let width, let height):
      return (write, (0..<width).map { _ in chain(height) })
    case .diamond:
      let sides = (0..<5).map { offset in node { source.value + offset } }
      return (write, [node { sides.reduce(0) { $0 + $1() } }])
    case .broad:
      return (write, (0..<50).map { offset in node { source.value + offset } })
    case .deep:
      return (write, [chain(50)])
    case .dynamic:
      let cells = (0..<100).map { Cell($0) }
      let window = node {
        let first = source.value
        return (0..<10).reduce(0) { $0 + cells[(first + $1) % 100].value }
      }
      let step = {
        source.value = $0
        cells[($0 + 50) % 100].value += 1
      }
      return (step, [window])
    }
  }
}

/// What a run of a graph came to.
struct GraphResult {
  var evaluations = 0
  /// Of the values that the ends were last seen with.
  var sum = 0
}

private final class Tally {
  var count = 0
}

// MARK: Runs

private func runPlain(_ shape: GraphShape, changes: Int) -> GraphResult {
  let tally = Tally()
  let graph = shape.make(of: PlainSource.self) { counted($0, tally) }
  var last = [Int](repeating: 0, count: graph.ends.count)
  for index in 1...changes {
    graph.write(index)
    for (place, end) in graph.ends.enumerated() { last[place] = end() }
  }
  return GraphResult(evaluations: tally.count, sum: last.reduce(0, +))
}

private func runStandard(_ shape: GraphShape, changes: Int) -> GraphResult {
  let tally = Tally()
  let graph = shape.make(of: StandardSource.self) { counted($0, tally) }
  var last = [Int](repeating: 0, count: graph.ends.count)
  for index in 1...changes {
    graph.write(index)
    // The standard library has no memos and no effects: a change registers all anew.
    for (place, end) in graph.ends.enumerated() {
      last[place] = withObservationTracking {
        end()
      } onChange: {
      }
    }
  }
  return GraphResult(evaluations: tally.count, sum: last.reduce(0, +))
}

private func runObserved(_ shape: GraphShape, changes: Int) -> GraphResult {
  let tally = Tally()
  let graph = shape.make(of: Source.self) { compute in
    let memo = Memo(counted(compute, tally))
    return { memo.value }
  }
  let last = Last(count: graph.ends.count)
  let tokens = graph.ends.enumerated().map { place, end in
    observe { last.values[place] = end() }
  }
  tally.count = 0
  for index in 1...changes { graph.write(index) }
  for token in tokens { token.cancel() }
  return GraphResult(evaluations: tally.count, sum: last.values.reduce(0, +))
}

private func counted(_ compute: @escaping () -> Int, _ tally: Tally) -> () -> Int {
  {
    tally.count += 1
    return compute()
  }
}

private final class Last {
  var values: [Int]
  init(count: Int) { values = [Int](repeating: 0, count: count) }
}
