import ModelObservation
import TestSupport
import Testing

/// Accesses in place that are open while their task is suspended, and goes on elsewhere.
@Suite("Accesses across threads") struct SuspendedAccessTests {
  final class Model: ObservableModel {
    @Observed var x = 0
    @Observed var y = 0
    @Observed var z = 0
    @Observed var plain = 0
  }

  /// Changes `value` after `inner`, on whichever thread that leaves it.
  static func change(_ value: inout Int, _ inner: () async -> Void) async {
    await inner()
    value += 1
  }

  static func hop(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
  }

  @Test(
    "Nested accesses that end on different threads are one change, and leave nothing open",
    arguments: 0..<4, 0..<4)
  func nested(before: Int, after: Int) async {
    await TurningExecutor.perform(onThreads: 3) { _ in
      let model = Model()
      var seen: [[Int]] = []
      let token = observe { seen.append([model.x, model.y, model.z]) }
      await Self.change(&model.x) {
        await Self.hop(before)
        await Self.change(&model.y) {
          await Self.change(&model.z) { await Self.hop(after) }
          await Self.hop(before)
        }
        await Self.hop(after)
      }
      #expect(seen == [[0, 0, 0], [1, 1, 1]])
      // Wherever the task comes to later, its changes are told at once.
      for number in 2..<10 {
        model.x = number
        #expect(seen.last == [number, 1, 1])
        model.y += 1
        model.y -= 1
        #expect(seen.count == 3 * number - 1)
        await Self.hop(1)
      }
      token.cancel()
    }
  }

  @Test("What is written inside, on another thread, is seen when the access has ended")
  func insideElsewhere() async {
    await TurningExecutor.perform(onThreads: 2) { _ in
      let model = Model()
      let sum = Computed { model.x + model.y }
      var seen: [[Int]] = []
      let token = observe { seen.append([model.x, model.y, sum.value]) }
      await Self.change(&model.x) {
        await Self.hop(1)
        // An observer that ran here would read what is being changed.
        model.y = 5
        await Self.hop(1)
        batchUpdates { model.y = 6 }
        model.y += 1
      }
      #expect(seen == [[0, 0, 0], [1, 7, 8]])
      token.cancel()
    }
  }

  @Test("Tasks that come between on the same threads neither wait nor are waited for")
  func interleaved() async {
    let start = SplitMix.seeds(1)[0]
    let differences = await TurningExecutor.perform(onThreads: 3) { executor in
      await withTaskGroup(of: Int.self) { group in
        for seed in start..<(start + 24) {
          group.addTask(executorPreference: executor) { await Program(seed: seed).run() }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(differences == 0, "INJECTION_TEST_SEED=\(start)")
  }

  /// A random program of accesses, changes and suspensions, on a model of its own.
  private final class Program {
    private let model = Model()
    private var state: UInt64
    private var seen = -1
    private var runs = 0
    private var differences = 0

    init(seed: UInt64) {
      state = seed &* 6_364_136_223_846_793_005 &+ 99
    }

    private func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }

    func run() async -> Int {
      let token = observe { [unowned self] in
        seen = model.x + model.y + model.z + model.plain
        runs += 1
      }
      for _ in 0..<100 {
        await step(inside: 0)
        if seen != model.x + model.y + model.z + model.plain { differences += 1 }
      }
      token.cancel()
      return differences
    }

    private func step(inside level: Int) async {
      let before = runs
      for _ in 0..<random(below: 4) {
        switch random(below: 4) {
        case 0: model.plain += 1
        case 1: model.plain = random(below: 9)
        case 2: await access(inside: level)
        default: await SuspendedAccessTests.hop(1)
        }
        if level > 0 && runs != before { differences += 1 }
      }
    }

    private func access(inside level: Int) async {
      switch level {
      case 0: await SuspendedAccessTests.change(&model.x) { await step(inside: 1) }
      case 1: await SuspendedAccessTests.change(&model.y) { await step(inside: 2) }
      case 2: await SuspendedAccessTests.change(&model.z) { await step(inside: 3) }
      default: await SuspendedAccessTests.hop(1)
      }
    }
  }

  @Test("A derived property that is read in the middle and comes back notifies nobody")
  func comesBack() {
    let model = Model()
    let double = Computed { model.y * 2 }
    var seen: [Int] = []
    let token = observe { seen.append(double.value) }
    func change(_ value: inout Int) {
      model.y = 5
      #expect(double.value == 10)
      model.y = 0
      #expect(double.value == 0)
    }
    // It is the access to an observed property that holds the observer up.
    let keeper = observe { use(model.x) }
    change(&model.x)
    #expect(seen == [0])
    token.cancel()
    keeper.cancel()
  }

  @MainActor final class Progress: ObservableModel {
    @Observed var done = 0
    var seen: [Int] = []
  }

  /// Lends a property to code without isolation, which calls `report` meanwhile.
  @concurrent private static func fill(_ report: @MainActor () -> Void) async -> [[Int]] {
    let model = Model()
    var seen: [[Int]] = []
    let token = observe { seen.append([model.x, model.y]) }
    await change(&model.x) {
      model.y = 1
      await report()
      model.y = 2
    }
    token.cancel()
    return seen
  }

  @Test("An access holds up no observer of an actor that its task comes to in the middle of it")
  @MainActor func otherActor() async {
    let progress = Progress()
    let token = observe { progress.seen.append(progress.done) }
    let cell = SharedObserved(0)
    let other = observe { progress.seen.append(10 + cell.value) }
    let filled = await Self.fill {
      progress.done = 1
      #expect(progress.seen == [0, 10, 1])
      batchUpdates {
        progress.done = 2
        cell.value = 1
      }
      #expect(progress.seen == [0, 10, 1, 2, 11])
    }
    #expect(filled == [[0, 0], [1, 2]])
    #expect(progress.seen == [0, 10, 1, 2, 11])
    token.cancel()
    other.cancel()
  }

  final class Journal: ObservableModel {
    @Observed var entries: [Int] = []
    @Observed var step = 0
  }

  /// Follows the steps while the entries are lent to it, and takes the first of them itself.
  @MainActor private static func record(_ entries: inout [Int], of journal: Journal) async {
    for await step in changes(of: { journal.step }) {
      entries.append(step)
      if step == 0 { journal.step = 1 }
      if step == 1 { Task { journal.step = 2 } }
      if step == 2 { break }
    }
  }

  @Test("A sequence in an access is woken by another task, after a change of its own task's")
  @MainActor func sequenceInside() async {
    let journal = Journal()
    var counts: [Int] = []
    let token = observe { counts.append(journal.entries.count) }
    await Self.record(&journal.entries, of: journal)
    #expect(journal.entries == [0, 1, 2])
    #expect(counts == [0, 3])
    token.cancel()
  }
}
