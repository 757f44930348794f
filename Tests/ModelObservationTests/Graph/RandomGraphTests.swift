import ModelObservation
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random programs, each of whose steps is compared with a plain evaluation of everything.
@Suite("Random graphs") struct RandomGraphTests {
  /// How many steps the suite takes in all: `RANDOM_GRAPH_OPERATIONS`, or 200,000 in release.
  private static var operations: Int {
    if let text = getenv("RANDOM_GRAPH_OPERATIONS"), let count = Int(String(cString: text)) {
      return count
    }
    #if DEBUG
      return 20_000
    #else
      return 200_000
    #endif
  }

  private static let worlds = 20

  @Test("Each step leaves every memo and observer with what a plain evaluation gives")
  func alone() {
    for seed in SplitMix.seeds(RandomGraphTests.worlds) {
      let world = RandomWorld(seed: seed, cells: (0..<3).map { SharedObserved($0) })
      world.start()
      for _ in 0..<RandomGraphTests.operations / (2 * RandomGraphTests.worlds) {
        world.step()
        guard world.isConsistent else {
          Issue.record("INJECTION_TEST_SEED=\(seed): \(world.difference ?? "")")
          return
        }
      }
      world.end()
      #expect(world.living.living == 0)
    }
  }

  /// A world of its own isolation.
  private actor Isolated {
    private let world: RandomWorld
    private let cells: [SharedObserved<Int>]
    private var token: ObservationToken?
    private var apart = 0

    init(seed: UInt64, cells: [SharedObserved<Int>]) {
      self.cells = cells
      world = RandomWorld(seed: seed, cells: cells)
    }

    /// Two memos over one cell, which are never to be seen apart.
    func start() {
      world.start()
      let cell = cells[0]
      let first = Computed { cell.value }
      let second = Computed { cell.value &+ 1 }
      token = observe { if second.value &- first.value != 1 { self.apart += 1 } }
    }

    func run(_ count: Int) async {
      for step in 0..<count {
        world.step()
        if step.isMultiple(of: 16) { await Task.yield() }
      }
    }

    /// The numbers of pairs seen apart and of differences, once nobody writes any more.
    func finish() async -> [Int] {
      // What other threads wrote last is on its way: each cell tells this actor once.
      while !world.isConsistent { await Task.yield() }
      token?.cancel()
      world.end()
      return [apart, world.living.living]
    }
  }

  @Test("Worlds on several threads agree about the cells that they share")
  func together() async {
    let start = SplitMix.seeds(1)[0]
    let cells = (0..<3).map { SharedObserved($0) }
    let worlds = (0..<4).map { Isolated(seed: start + $0, cells: cells) }
    await withTaskGroup(of: Void.self) { group in
      for world in worlds {
        group.addTask {
          await world.start()
          await world.run(RandomGraphTests.operations / 8)
        }
      }
    }
    for world in worlds {
      #expect(await world.finish() == [0, 0], "INJECTION_TEST_SEED=\(start)")
    }
  }
}

/// A graph of sources, cells, rows, memos and observers, and the same as plain functions.
private final class RandomWorld {
  typealias Read = () -> Int

  private var state: UInt64
  private let sources: [Signal<Int>]
  private let cells: [SharedObserved<Int>]
  private let rows = Signal<[Signal<Int>]>([])
  private let outputs: [Signal<Int>]
  private var memos: [Computed<Int>] = []
  private var plain: [Read] = []
  private var observers: [Observer] = []
  /// Counts the observers' closures, which go with them.
  let living = Lifetime.Count()

  private final class Observer {
    let memo: Int
    var token: ObservationToken?
    var seen = 0
    init(_ memo: Int) { self.memo = memo }
  }

  init(seed: UInt64, cells: [SharedObserved<Int>]) {
    state = seed &* 6_364_136_223_846_793_005 &+ 1
    self.cells = cells
    sources = (0..<6).map { Signal($0) }
    outputs = (0..<2).map { _ in Signal(0) }
    for index in 0..<14 { addMemo(index) }
  }

  /// Makes the observers that write, on the isolation that the world belongs to.
  func start(isolation: isolated (any Actor)? = #isolation) {
    // A first read by an observer, while two are swapped, traps.
    observe { [sources] in for source in sources { use(source.value) } }.cancel()
    for index in outputs.indices { addWriter(index) }
  }

  private func random(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  // MARK: Making the graph

  /// An input of the memo at `index`: a source, a cell, the rows, an output or a memo before it.
  ///
  /// Outputs are written from the first memos, and read by the last, so that no circle is closed.
  private func input(of index: Int, isPlain: Bool) -> Read {
    let choice = random(below: 12 + index)
    switch choice {
    case 0..<6:
      let source = sources[choice]
      return { source.value }
    case 6..<9:
      let cell = cells[choice - 6]
      return { cell.value }
    case 9:
      let rows = rows
      return { rows.value.reduce(0) { $0 &+ $1.value } }
    case 10..<12:
      let output = outputs[choice - 10]
      if index < 7 { return { 1 } }
      return { output.value }
    default:
      let below = choice - 12
      return isPlain ? plain[below] : { [memos] in memos[below].value }
    }
  }

  private func addMemo(_ index: Int) {
    let saved = state
    let compute = expression(of: index, isPlain: false)
    state = saved
    plain.append(expression(of: index, isPlain: true))
    memos.append(Computed(compute))
  }

  private func expression(of index: Int, isPlain: Bool) -> Read {
    let inputs = (0..<3).map { _ in input(of: index, isPlain: isPlain) }
    switch random(below: 4) {
    case 0: return { inputs[0]() &+ inputs[1]() }
    case 1: return { inputs[0]().isMultiple(of: 2) ? inputs[1]() : inputs[2]() }
    case 2: return { inputs[0]() % 3 == 0 ? inputs[1]() / 2 : inputs[0]() &- inputs[2]() }
    default: return { max(-9, min(9, inputs[0]() &+ inputs[1]() &+ inputs[2]())) }
    }
  }

  /// An observer that writes what one of the first memos gives.
  private func addWriter(_ index: Int, isolation: isolated (any Actor)? = #isolation) {
    let (output, memo) = (outputs[index], memos[2 + 3 * index])
    writers.append(observe { output.value = memo.value % 5 })
  }

  private var writers: [ObservationToken] = []

  private func addObserver(isolation: isolated (any Actor)? = #isolation) {
    let observer = Observer(random(below: memos.count))
    let memo = memos[observer.memo]
    let lifetime = living.make()
    // Some end themselves, or another, when they see a certain value; some make an inner one.
    let (kind, trigger) = (random(below: 8), random(below: 9))
    let victim = observers.randomElement(using: &self.generator)
    observer.token = observe { [weak observer, weak victim] in
      withExtendedLifetime(lifetime) {
        let value = memo.value
        observer?.seen = value
        switch kind {
        case 0 where value == trigger: observer?.token?.cancel()
        case 1 where value == trigger: victim?.token?.cancel()
        case 2: _ = observe { observer?.seen = memo.value }
        case 3 where value == trigger: observer?.token = nil
        case 4 where value == trigger:
          untracked { _ = withTracking({ memo.value }, onChange: {}) }
        default: break
        }
      }
    }
    observers.append(observer)
  }

  private var generator: Generator {
    get { Generator(world: self) }
    set {}
  }

  private struct Generator: RandomNumberGenerator {
    let world: RandomWorld
    func next() -> UInt64 {
      UInt64(world.random(below: 1 << 30)) << 34 | UInt64(world.random(below: 1 << 30)) << 4
    }
  }

  // MARK: Steps

  func step(isolation: isolated (any Actor)? = #isolation) {
    switch random(below: 24) {
    case 0, 1: addObserver()
    case 2 where !observers.isEmpty:
      observers.remove(at: random(below: observers.count)).token?.cancel()
    case 3 where !observers.isEmpty:
      observers.remove(at: random(below: observers.count)).token = nil
    case 4, 5: batchUpdates { for _ in 0...random(below: 4) { write() } }
    case 6:
      // Undone, and looked at on the way.
      let source = sources[random(below: sources.count)]
      let old = source.value
      batchUpdates {
        source.value = old &+ 1
        use(memos[random(below: memos.count)].value)
        source.value = old
      }
    case 7: rows.value.append(Signal(random(below: 5)))
    case 8 where !rows.value.isEmpty: rows.value.remove(at: random(below: rows.value.count))
    case 9 where !rows.value.isEmpty:
      rows.value[random(below: rows.value.count)].value = random(below: 5)
    case 10: swap(&sources[0].value, &sources[1].value)
    case 11: use(memos[random(below: memos.count)].value)
    default: write()
    }
    while rows.value.count > 6 { rows.value.removeFirst() }
    observers.removeAll { $0.token?.isCancelled ?? true }
    while observers.count > 12 { observers.removeFirst().token?.cancel() }
  }

  private func write() {
    switch random(below: 6) {
    case 0: sources[random(below: sources.count)].value &+= 1
    case 1: cells[random(below: cells.count)].value = random(below: 10)
    case 2: cells[random(below: cells.count)].withValue { $0 = ($0 &+ 1) % 10 }
    default: sources[random(below: sources.count)].value = random(below: 10)
    }
  }

  func end() {
    for observer in observers { observer.token?.cancel() }
    observers = []
    for writer in writers { writer.cancel() }
    writers = []
  }

  // MARK: Comparison

  var isConsistent: Bool { difference == nil }

  var difference: String? {
    for (index, output) in outputs.enumerated() where output.value != plain[2 + 3 * index]() % 5 {
      return "output \(index)"
    }
    for (index, memo) in memos.enumerated() where memo.value != plain[index]() {
      return "memo \(index): \(memo.value), not \(plain[index]())"
    }
    for observer in observers where observer.token?.isCancelled == false {
      let expected = plain[observer.memo]()
      if observer.seen != expected {
        return "an observer of memo \(observer.memo): \(observer.seen), not \(expected)"
      }
    }
    return nil
  }
}
