/// One thing that is measured.
struct Benchmark: Sendable {
  /// What a figure counts.
  enum Unit: String, Sendable {
    case nanoseconds = "ns"
    case bytes
    case allocations
    case evaluations
    case seconds = "s"
    case kibibytes = "KiB"
    case names
    /// How many requests are answered in a second of processor time, on all threads.
    case requestsPerSecond = "/s"
    /// How many times the work of one thread two threads do in the same time.
    case speedup = "x"
  }

  /// What the figure is to be.
  enum Goal: Sendable {
    /// At most so many times the floor.
    case atMost(Double)
    /// At least so many times the floor.
    case atLeast(Double)
    /// At most so much more than the floor, or than nothing.
    case plus(Double)
  }

  let name: String
  let unit: Unit
  /// The name of what this one is compared with.
  let floor: String?
  let goal: Goal?
  /// How often it is measured at most; a count that is always the same is measured once.
  let sampleLimit: Int
  /// Takes one figure.
  let measure: @Sendable () async -> Double

  /// What the name begins with: the module or the part that the benchmark is about.
  var group: String { String(name.prefix { $0 != " " }) }
}

/// The benchmarks of the program, in the order of their printing.
struct Benchmarks: Sendable {
  private(set) var all: [Benchmark] = []

  /// Adds a time: `body` does its work `count` times, and the cost is that of one.
  mutating func add(
    _ name: String, floor: String? = nil, goal: Benchmark.Goal? = nil, count: Int,
    _ body: @escaping @Sendable (Int) -> Void
  ) {
    add(name, unit: .nanoseconds, floor: floor, goal: goal) {
      Double(ProcessorTime.nanoseconds { body(count) }) / Double(count)
    }
  }

  /// Adds the time of work that is done in a place which takes time to get to.
  ///
  /// `prepare` gives the work, and `body` runs it once in its place. Neither is counted.
  mutating func addInside(
    _ name: String, floor: String? = nil, goal: Benchmark.Goal? = nil, count: Int,
    prepare: @escaping @Sendable () -> (Int) -> Void,
    _ body: @escaping @Sendable (() -> Void) -> Void
  ) {
    add(name, unit: .nanoseconds, floor: floor, goal: goal) {
      let work = prepare()
      var taken = 0
      body { taken = ProcessorTime.nanoseconds { work(count) } }
      return Double(taken) / Double(count)
    }
  }

  /// Adds the time of an asynchronous body, which must not suspend: it stays on its thread.
  mutating func add(
    _ name: String, floor: String? = nil, goal: Benchmark.Goal? = nil, count: Int,
    _ body: @escaping @Sendable (Int) async -> Void
  ) {
    add(name, unit: .nanoseconds, floor: floor, goal: goal) {
      await Double(ProcessorTime.nanosecondsAsync { await body(count) }) / Double(count)
    }
  }

  /// Adds any other figure.
  mutating func add(
    _ name: String, unit: Benchmark.Unit, floor: String? = nil, goal: Benchmark.Goal? = nil,
    sampleLimit: Int = .max, _ measure: @escaping @Sendable () async -> Double
  ) {
    all.append(
      Benchmark(
        name: name, unit: unit, floor: floor, goal: goal, sampleLimit: sampleLimit,
        measure: measure))
  }

  /// Those whose names contain `filter`, if any.
  func listed(_ filter: String) -> [Benchmark] {
    all.filter { filter.isEmpty || $0.name.contains(filter) }
  }

  /// Those whose names contain `filter`; without one, all but those that build packages.
  func named(_ filter: String) -> [Benchmark] {
    all.filter { filter.isEmpty ? $0.group != "build" : $0.name.contains(filter) }
  }

  /// The chosen ones and what they are compared with, in order.
  func withFloors(_ chosen: [Benchmark]) -> [Benchmark] {
    var names = Set(chosen.map(\.name))
    while true {
      let floors = all.filter { names.contains($0.name) }.compactMap(\.floor)
      if names.isSuperset(of: floors) { break }
      names.formUnion(floors)
    }
    return all.filter { names.contains($0.name) }
  }
}
