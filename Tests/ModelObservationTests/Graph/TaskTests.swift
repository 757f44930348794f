import ModelObservation
import TestSupport
import Testing

/// What belongs to a task, on whichever thread it is.
@Suite("Tasks") struct TaskTests {
  @Test("Two derived properties over one cell are never seen apart")
  func together() {
    let cell = SharedObserved(0)
    let first = Computed { cell.value }
    let second = Computed { cell.value }
    var seen: [Int] = []
    let token = observe { seen.append(first.value - second.value) }
    for number in 1...3 { cell.value = number }
    batchUpdates {
      cell.value = 4
      cell.value = 5
    }
    #expect(seen == [0, 0, 0, 0, 0])
    token.cancel()
  }

  @Test("An observed derived property is as new as its cell, near and far", arguments: [1, 3])
  @MainActor func polled(depth: Int) async {
    let cell = SharedObserved(0)
    var memo = Computed { cell.value * 2 }
    for _ in 1..<depth {
      let below = memo
      memo = Computed { below.value }
    }
    let token = observe { use(memo.value) }
    for number in 1...50 {
      await Task.detached { cell.value = number }.value
      #expect(memo.value == number * 2)
    }
    token.cancel()
  }

  @Test("A run sees one version of a cell, and what was written meanwhile after it")
  @MainActor func oneVersion() async {
    let cell = SharedObserved(0)
    let (values, send) = AsyncStream<[Int]>.makeStream()
    let memo = Computed { cell.value }
    var isFirst = true
    let token = observe {
      let before = cell.value
      if isFirst {
        isFirst = false
        // Another thread writes in the middle of the run, for certain.
        onThreadInPlace { cell.value = 7 }
      }
      send.yield([before, memo.value])
    }
    var seen: [[Int]] = []
    for await pair in values {
      seen.append(pair)
      if pair[0] == 7 { break }
    }
    #expect(seen == [[0, 0], [7, 7]])
    token.cancel()
  }

  @Test("A nonisolated observer hears its own task's writes after each hop")
  func hops() async {
    let cell = SharedObserved(0)
    var seen: [Int] = []
    let token = observe { seen.append(cell.value) }
    for number in 1...50 {
      await Task.yield()
      cell.value = number
    }
    #expect(seen == Array(0...50))
    token.cancel()
  }

  @Test("What a task reads that starts in the middle of a run is its own")
  @MainActor func immediate() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let a = Signal(0)
    let b = Signal(0)
    let c = Signal(0)
    var runs = 0
    var seenInTask: [Int] = []
    var task: Task<Void, Never>?
    var inner: ObservationToken?
    let outer = observe {
      use(a.value)
      runs += 1
      if runs == 1 {
        task = Task.immediate {
          use(b.value)
          inner = observe { seenInTask.append(c.value) }
          // Its changes are told at once, though the run around it has not ended.
          c.value = 1
          seenInTask.append(-1)
        }
      }
    }
    await task?.value
    b.value = 1
    #expect(runs == 1)
    #expect(seenInTask == [0, 1, -1])
    a.value = 1
    #expect(runs == 2)
    #expect(inner?.isCancelled == false)
    outer.cancel()
    inner?.cancel()
  }

  @Test("Runs of a task that starts in the middle of a run have numbers that no later run has")
  @MainActor func numbersInTheMiddle() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let a = Signal(0)
    var task: Task<Void, Never>?
    var inner: ObservationToken?
    let outer = observe { task = Task.immediate { inner = observe { use(a.value) } } }
    // Has the number that the inner one would have got in vain.
    var seen: [Int] = []
    let later = observe { seen.append(a.value) }
    a.value = 1
    #expect(seen == [0, 1])
    await task?.value
    for token in [inner, outer, later] { token?.cancel() }
  }

  @Test("To a task that starts in the middle of a run a cell is as it is now")
  @MainActor func cellOfTask() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (cell, other) = (SharedObserved(0), SharedObserved(0))
    let (values, send) = AsyncStream<[Int]>.makeStream()
    var (runs, seenInTask) = (0, 0)
    var task: Task<Void, Never>?
    let token = observe {
      runs += 1
      let before = cell.value
      if runs == 1 {
        onThreadInPlace { cell.value = 7 }
        task = Task.immediate { seenInTask = cell.value + other.value }
      }
      send.yield([before, cell.value])
    }
    #expect(seenInTask == 7)
    var seen: [[Int]] = []
    for await pair in values {
      seen.append(pair)
      if pair[0] == 7 { break }
    }
    #expect(seen == [[0, 0], [7, 7]])
    other.value = 1
    #expect(runs == 2)
    await task?.value
    token.cancel()
  }

  @Test("What such a task writes to a cell is told at once, and may be taken back")
  @MainActor func cellWrittenByTask() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let cell = SharedObserved(0)
    var seen: [Int] = []
    var task: Task<Void, Never>?
    let token = observe { seen.append(cell.value) }
    batchUpdates {
      task = Task.immediate { cell.value = 1 }
      #expect(seen == [0, 1])
      cell.value = 0
    }
    #expect(seen == [0, 1, 0])
    await task?.value
    token.cancel()
  }

  @Test("A cleanup that such a task leaves is no cleanup of the run")
  @MainActor func cleanupOfTask() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    var cleanups = 0
    var task: Task<Void, Never>?
    let token = observe { task = Task.immediate { onCleanup { cleanups += 1 } } }
    await task?.value
    token.cancel()
    #expect(cleanups == 0)
  }

  @Test("A change in place of a task that starts in the middle of a run is one change")
  @MainActor func swapOfTask() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (a, x, y) = (Signal(0), Signal(1), Signal(2))
    var seen: [[Int]] = []
    var task: Task<Void, Never>?
    let tokens = [
      observe { seen.append([x.value, y.value]) },
      observe { if a.value == 1 { task = Task.immediate { swap(&x.value, &y.value) } } },
    ]
    a.value = 1
    #expect(seen == [[1, 2], [2, 1]])
    await task?.value
    for token in tokens { token.cancel() }
  }

  @Test("An observer that waits for a batch is not run in it by a task that starts there")
  @MainActor func waitingForBatch() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (x, y) = (Signal(0), Signal(0))
    var seen: [[Int]] = []
    var task: Task<Void, Never>?
    let token = observe { seen.append([x.value, y.value]) }
    batchUpdates {
      x.value = 1
      task = Task.immediate { y.value = 2 }
      x.value = 3
    }
    #expect(seen == [[0, 0], [3, 2]])
    await task?.value
    token.cancel()
  }

  @Test("A run ends before it runs again for what such a task has written")
  @MainActor func writtenInRun() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let a = Signal(0)
    var seen: [Int] = []
    var task: Task<Void, Never>?
    let token = observe {
      seen.append(a.value)
      if a.value == 0 { task = Task.immediate { a.value = 1 } }
      seen.append(-1)
    }
    #expect(seen == [0, -1, 1, -1])
    await task?.value
    token.cancel()
  }

  @Test("A change in place outside tasks holds up the observers of its own thread alone")
  func threads() async {
    let lines = await onThread {
      let log = Log()
      let a = Signal(0)
      let token = observe { log.add("outer \(a.value)") }
      func change(_ value: inout Int) {
        value = 1
        onThreadInPlace {
          let b = Signal(0)
          let token = observe { log.add("inner \(b.value)") }
          b.value = 1
          token.cancel()
          log.add("end")
        }
      }
      change(&a.value)
      token.cancel()
      return log.lines
    }
    #expect(lines == ["outer 0", "inner 0", "inner 1", "end", "outer 1"])
  }

  /// An actor whose observer runs a loop, as a modal dialog does.
  private actor Screen {
    nonisolated let loop = NestedLoop()
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let (a, b, c) = (Signal(0), Signal(0), Signal(0))
    private var runs = 0
    private var seen: [Int] = []
    private var inner: ObservationToken?

    func show() -> (runs: [Int], seen: [Int]) {
      let outer = observe {
        use(self.a.value)
        self.runs += 1
        guard self.runs == 1 else { return }
        Task { self.answer() }
        self.loop.run()
      }
      let first = runs
      b.value = 1
      let second = runs
      a.value = 1
      let third = runs
      // What the other task made is its own, and goes on.
      c.value = 2
      outer.cancel()
      inner?.cancel()
      return ([first, second, third], seen)
    }

    private func answer() {
      use(b.value)
      inner = observe { self.seen.append(self.c.value) }
      // Its changes are told at once, though the run around it has not ended.
      c.value = 1
      seen.append(-1)
    }
  }

  @Test("What another task does in a run loop that is nested in a run is its own")
  func nestedLoop() async {
    let screen = Screen()
    let shown = Task {
      let result = await screen.show()
      #expect(result.runs == [1, 1, 2])
      #expect(result.seen == [0, 1, -1, 2])
    }
    for await _ in screen.loop.arrivals {
      screen.loop.run()
      break
    }
    await shown.value
  }

  /// An actor that runs a loop while it changes a property in place.
  private actor Editor {
    nonisolated let loop = NestedLoop()
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let (a, b, c) = (Signal(0), Signal(0), Signal(0))
    private var log: [String] = []

    func edit() -> [String] {
      let tokens = [
        observe { self.log.append("a\(self.a.value)") },
        observe { self.log.append("b\(self.b.value)") },
        observe { self.log.append("c\(self.c.value)") },
      ]
      change(&a.value)
      c.value = 3
      for token in tokens { token.cancel() }
      return log
    }

    private func change(_ value: inout Int) {
      b.value = 2
      Task { self.answer() }
      loop.run()
      value = 1
      log.append("end")
    }

    private func answer() {
      c.value += 1
      swap(&c.value, &b.value)
      log.append("answer")
    }
  }

  @Test("A loop in the middle of a change in place: another task's changes are told at once")
  func loopInAccess() async {
    let editor = Editor()
    let edited = Task {
      // Who waits already, for what this task has written, goes on waiting.
      let log = ["a0", "b0", "c0", "c1", "c2", "answer", "end", "b1", "a1", "c3"]
      #expect(await editor.edit() == log)
    }
    for await _ in editor.loop.arrivals {
      editor.loop.run()
      break
    }
    await edited.value
  }

  private final class Counted: ObservableModel {
    @Observed var count = 0
  }

  @Test(
    "The first runs of many threads have different numbers: each records what another one has read")
  func runNumbers() async {
    await TurningExecutor.perform(onThreads: 12) { _ in
      let model = Counted()
      var heard: [Int] = []
      var tokens: [ObservationToken] = []
      for number in 0..<12 {
        tokens.append(
          observe { if model.count > 0 { heard.append(number) } })
        await Task.yield()
      }
      model.count = 1
      #expect(heard == Array(0..<12))
      for token in tokens { token.cancel() }
    }
  }
}
