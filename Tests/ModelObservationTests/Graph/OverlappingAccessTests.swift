import ModelObservation
import Testing

/// Accesses in place during which other tasks of the same isolation use the model.
@Suite("Overlapping accesses") @MainActor struct OverlappingAccessTests {
  final class Model: ObservableModel {
    @Observed var entries: [Int] = []
    @Observed var count = 0
    @Observed var step = 0
    @Observed var z = 0
  }

  /// Lends what it is given to `body`, which suspends.
  static func lend<Value>(
    _ value: inout Value, to body: (inout Value) async -> Void
  ) async {
    await body(&value)
  }

  /// Performs `change` as another task.
  static func elsewhere(_ change: @escaping @MainActor () -> Void) async {
    await Task { change() }.value
  }

  /// Assigns in place, out of the optimiser's sight: what is lent belongs to others as well.
  @inline(never) static func set<Value>(_ value: inout Value, to new: Value) {
    value = new
  }

  @inline(never) static func add(_ number: Int, to value: inout Int) {
    value += number
  }

  // MARK: One property

  @Test("What another task mutates while it is lent is observed then, at its end, and afterwards")
  func mutatedInside() async {
    let model = Model()
    var seen: [[Int]] = []
    let token = observe { seen.append(model.entries) }
    await Self.lend(&model.entries) { entries in
      await Self.elsewhere { model.entries.append(9) }
      entries.append(1)
    }
    #expect(seen == [[], [9], [9, 1]])
    model.entries = []
    #expect(seen == [[], [9], [9, 1], []])
    token.cancel()
  }

  @Test("It is so through a handle as well")
  func mutatedThroughHandle() async {
    let model = Model()
    var seen: [[Int]] = []
    let token = observe { seen.append(model.entries) }
    await Self.lend(&model.$entries.value) { entries in
      await Self.elsewhere { model.$entries.value.append(9) }
      entries.append(1)
    }
    model.entries = []
    #expect(seen == [[], [9], [9, 1], []])
    token.cancel()
  }

  /// Counts a task while it is at work, until it is told to end.
  private static func work(
    _ active: inout Int, _ began: AsyncStream<Void>.Continuation, until end: AsyncStream<Void>
  ) async {
    add(1, to: &active)
    began.yield()
    for await _ in end { break }
    add(-1, to: &active)
  }

  @Test(
    "Two tasks that a property is lent to at once may return it in either order",
    arguments: [([0, 1], [0, 1, 0]), ([1, 0], [0])])
  func twoLenders(order: [Int], expected: [Int]) async {
    let model = Model()
    var seen: [Int] = []
    let token = observe { seen.append(model.count) }
    var tasks: [Task<Void, Never>] = []
    var ends: [AsyncStream<Void>.Continuation] = []
    for _ in order {
      let (beginning, began) = AsyncStream<Void>.makeStream()
      let (ending, end) = AsyncStream<Void>.makeStream()
      tasks.append(Task { await Self.work(&model.count, began, until: ending) })
      ends.append(end)
      for await _ in beginning { break }
    }
    for index in order {
      ends[index].yield()
      await tasks[index].value
    }
    // The first to begin has 0 to compare with, and the other one 1, which it puts back.
    #expect(seen == expected)
    model.count = 7
    #expect(seen == expected + [7])
    model.count += 0
    #expect(seen == expected + [7])
    token.cancel()
  }

  @Test("What one task has set and put back, while another begins, is the change of that one")
  func putBackMeanwhile() async {
    let model = Model()
    var seen: [Int] = []
    let token = observe { seen.append(model.count) }
    let (beginnings, begun) = AsyncStream<Void>.makeStream()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    var other: Task<Void, Never>?
    await Self.lend(&model.count) { count in
      Self.set(&count, to: 3)
      other = Task { @MainActor in
        await Self.lend(&model.count) { count in
          begun.yield()
          for await _ in ends { break }
          Self.set(&count, to: 3)
        }
      }
      for await _ in beginnings { break }
      Self.set(&count, to: 0)
    }
    ended.yield()
    await other?.value
    #expect(model.count == 3)
    #expect(seen == [0, 3])
    token.cancel()
  }

  @Test("An observer that waits its turn waits once, when its parent is held up")
  func queuedAndHeldUp() async {
    let model = Model()
    let other = Model()
    var isLending = false
    var lending: Task<Void, Never>?
    var tokens: [ObservationToken] = []
    let (goingOn, goOn) = AsyncStream<Void>.makeStream()
    let outer = observe {
      use(model.step)
      let middle = observe {
        use(model.z)
        tokens.append(observe { use(other.step) })
      }
      tokens.append(middle)
    }
    let lender = observe {
      use(other.count)
      guard isLending else { return }
      isLending = false
      lending = Task.immediate {
        await Self.lend(&model.entries) { entries in
          model.step = 1
          for await _ in goingOn { break }
          entries.append(1)
        }
      }
      Task.immediate { model.z = 9 }
    }
    let keeper = observe { use(model.entries) }
    isLending = true
    batchUpdates {
      other.step = 1
      other.count = 1
      model.z = 1
    }
    goOn.yield()
    await lending?.value
    #expect(model.entries == [1])
    for token in tokens + [outer, lender, keeper] { token.cancel() }
  }

  @Test("Changes in operations of another task, while it is lent, leave that access open")
  func mutatedInOperation() async {
    let model = Model()
    var seen: [[Int]] = []
    let token = observe { seen.append([model.count, model.step]) }
    await Self.lend(&model.count) { count in
      await Self.elsewhere {
        batchUpdates {
          model.count += 1
          model.count += 1
        }
      }
      model.step = 1
      Self.add(1, to: &count)
    }
    #expect(seen == [[0, 0], [2, 0], [3, 1]])
    model.count = 0
    #expect(seen == [[0, 0], [2, 0], [3, 1], [0, 1]])
    token.cancel()
  }

  final class Feed: ObservableModel {
    @Observed(didSet: Feed.note) var entries: [Int] = []
    @Observed var progress = 0
    private(set) var seen: [[Int]] = []
    private(set) var token: ObservationToken?

    func start() {
      token = observe { [unowned self] in seen.append(entries + [progress]) }
    }

    private func note() {}
  }

  @Test("A property with an action that is first observed while it is lent holds its observer up")
  func observedWhileLent() async {
    let feed = Feed()
    await Self.lend(&feed.entries) { entries in
      await Self.elsewhere { feed.start() }
      feed.progress = 1
      entries.append(5)
    }
    #expect(feed.seen == [[0], [5, 1]])
    feed.token?.cancel()
  }

  // MARK: Its value before

  @Test("A value that is put back over what another task has assigned meanwhile is a change")
  func assignedInside() async {
    let model = Model()
    var seen: [Int] = []
    let token = observe { seen.append(model.count) }
    await Self.lend(&model.count) { count in
      await Self.elsewhere { model.count = 5 }
      Self.set(&count, to: 0)
    }
    #expect(seen == [0, 5, 0])
    token.cancel()
  }

  @Test("A value that is put back over what another task's observers have read meanwhile is one")
  func readInside() async {
    let model = Model()
    var seen: [[Int]] = []
    let token = observe { seen.append([model.count, model.step]) }
    await Self.lend(&model.count) { count in
      Self.set(&count, to: 3)
      await Self.elsewhere { model.step = 1 }
      Self.set(&count, to: 0)
    }
    #expect(seen == [[0, 0], [3, 1], [0, 1]])
    token.cancel()
  }

  @Test("A value that is put back, and that nobody has assigned or read meanwhile, is none")
  func untouchedInside() async {
    let model = Model()
    var seen: [Int] = []
    let token = observe { seen.append(model.count) }
    await Self.lend(&model.count) { count in
      Self.set(&count, to: 3)
      await Self.elsewhere { model.step = 1 }
      Self.set(&count, to: 0)
    }
    #expect(seen == [0])
    token.cancel()
  }

  // MARK: Observers that wait

  @Test("An observer that waits for an access is not run in it by way of one that it has made")
  func heldUpWithChild() async {
    let model = Model()
    var seen: [[Int]] = []
    var inner: ObservationToken?
    var innerRuns = 0
    let outer = observe {
      seen.append([model.entries.count, model.step])
      inner = observe {
        use(model.z)
        innerRuns += 1
      }
    }
    await Self.lend(&model.entries) { entries in
      entries.append(1)
      model.step = 1
      await Self.elsewhere { model.z = 1 }
      entries.append(2)
    }
    #expect(seen == [[0, 0], [2, 1]])
    #expect(innerRuns == 2)
    model.z = 2
    #expect(seen == [[0, 0], [2, 1]])
    #expect(innerRuns == 3)
    for token in [inner, outer] { token?.cancel() }
  }

  @Test("An observer runs when the one that it was made in has waited for nothing")
  func heldUpForNothing() async {
    let model = Model()
    let isLate = Computed { model.step > 5 }
    var seen: [String] = []
    var tokens: [ObservationToken] = []
    let outer = observe {
      use(isLate.value)
      seen.append("outer")
      let middle = observe {
        let inner = observe { seen.append("inner \(model.z)") }
        seen.append("middle \(model.z)")
        tokens.append(inner)
      }
      tokens.append(middle)
    }
    let keeper = observe { use(model.entries) }
    await Self.lend(&model.entries) { entries in
      model.step = 1
      await Self.elsewhere { model.z = 1 }
      entries.append(2)
    }
    #expect(seen == ["outer", "inner 0", "middle 0", "inner 1", "middle 1"])
    for token in tokens + [outer, keeper] { token.cancel() }
  }

  @Test("An observer that two tasks' accesses hold up runs at the end of the later")
  func heldUpTwice() async {
    let model = Model()
    let other = Model()
    var seen: [[Int]] = []
    var middle: ObservationToken?
    var inner: ObservationToken?
    let outer = observe {
      use(model.step)
      middle = observe {
        use(other.step)
        inner = observe {
          seen.append([model.step, other.step, model.z, model.entries.count])
        }
      }
    }
    let keeper = observe { use([model.entries, other.entries]) }
    await Self.lend(&model.entries) { entries in
      model.step = 1
      await Task { @MainActor in
        await Self.lend(&other.entries) { entries in
          other.step = 1
          await Self.elsewhere { model.z = 1 }
          entries.append(1)
        }
      }.value
      entries.append(2)
    }
    #expect(seen == [[0, 0, 0, 0], [1, 1, 1, 1]])
    for token in [inner, middle, outer, keeper] { token?.cancel() }
  }
}
