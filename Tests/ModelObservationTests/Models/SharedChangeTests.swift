import ModelObservation
import TestSupport
import Testing

/// What is changed in place, and while a cell is being changed.
@Suite("SharedObserved: changes in place, and inside a change") struct SharedChangeTests {
  struct Refused: Error {}

  @Test("A change in place in an observer is a write, and no read")
  func inPlaceInObserver() {
    let (trigger, cell) = (Signal(0), SharedObserved([0]))
    var runs = 0
    let token = observe {
      use(trigger.value)
      runs += 1
      // As a read it would run this once more.
      if runs < 9 { cell.value[0] += 1 }
    }
    trigger.value = 1
    #expect(runs == 2)
    #expect(cell.value == [2])
    token.cancel()
  }

  @Test("Observers of a cell are told in the order in which they have subscribed")
  func inOrder() {
    let cell = SharedObserved(0)
    var log: [Int] = []
    let tokens = (0..<10).map { number in
      observe {
        use(cell.value)
        log.append(number)
      }
    }
    log = []
    cell.value = 1
    #expect(log == Array(0..<10))
    for token in tokens { token.cancel() }
  }

  @Test("What is changed in place before an error stays, and an equal value is silent")
  func inPlace() {
    let cell = SharedObserved(1)
    var seen: [Int] = []
    let token = observe { seen.append(cell.value) }
    func change(_ value: inout Int, to new: Int) throws {
      value = new
      throw Refused()
    }
    for new in [2, 2] {
      #expect(throws: Refused.self) { try change(&cell.value, to: new) }
    }
    cell.value += 0
    #expect(seen == [1, 2])
    token.cancel()
  }

  /// Equal to all others of its number.
  struct Named: Equatable {
    let number: Int
    var name: String

    static func == (one: Named, other: Named) -> Bool { one.number == other.number }
  }

  @Test("A run sees what it writes, also where it equals what another thread has written")
  @MainActor func ownWrite() {
    let cell = SharedObserved(Named(number: 0, name: "old"))
    var seen: [String] = []
    let token = observe {
      guard seen.isEmpty else { return }
      seen.append(cell.value.name)
      // What is equal is another value all the same.
      cell.value = Named(number: 0, name: "new")
      seen.append(cell.value.name)
      onThreadInPlace { cell.value = Named(number: 1, name: "theirs") }
      seen.append(cell.value.name)
      cell.value = Named(number: 1, name: "mine")
      seen.append(cell.value.name)
    }
    #expect(seen == ["old", "new", "new", "mine"])
    token.cancel()
  }

  @Test("What is derived agrees with a cell that a run has set to what another thread has written")
  @MainActor func ownWriteDerived() {
    let cell = SharedObserved(0)
    let double = Computed { cell.value * 2 }
    var seen: [[Int]] = []
    let token = observe {
      guard seen.isEmpty else { return }
      seen.append([cell.value, double.value])
      onThreadInPlace { cell.value = 7 }
      seen.append([cell.value, double.value])
      cell.value = 7
      seen.append([cell.value, double.value])
    }
    #expect(seen == [[0, 0], [0, 0], [7, 14]])
    token.cancel()
  }

  @Test("A run that writes what another thread has written is not run again for that")
  @MainActor func equalWriteInRun() {
    let cell = SharedObserved(0)
    var runs = 0
    let token = observe {
      use(cell.value)
      runs += 1
      onThreadInPlace { cell.withValue { $0 += 1 } }
      cell.withValue { $0 = max($0, 0) }
    }
    #expect(runs == 1)
    token.cancel()
  }

  actor Desk {
    private var cell: SharedObserved<Int>? = SharedObserved(0)
    private(set) var isTold = false

    func start() {
      withTracking {
        use(cell?.value)
      } onChange: {
        self.assumeIsolated { $0.isTold = true }
      }
    }

    func changeAndDrop() {
      cell?.value = 1
      cell = nil
    }
  }

  @Test("A change of a cell that goes before anybody has looked is told once all the same")
  func goneBeforeLook() async {
    let desk = Desk()
    await desk.start()
    await desk.changeAndDrop()
    for _ in 0..<100_000 where await !desk.isTold { await Task.yield() }
    #expect(await desk.isTold)
  }

  @Test("An observer of two cells sees both changes once, when the outer one has ended")
  func otherCell() {
    let (from, to) = (SharedObserved(100), SharedObserved(0))
    var seen: [[Int]] = []
    let token = observe { seen.append([from.value, to.value]) }
    from.withValue { balance in
      to.withValue { $0 += 10 }
      balance -= 10
    }
    #expect(seen == [[100, 0], [90, 10]])
    token.cancel()
  }

  @Test("On the main actor too, and where the outer change throws")
  @MainActor func throwing() {
    let (from, to) = (SharedObserved(100), SharedObserved(0))
    var seen: [[Int]] = []
    let token = observe { seen.append([from.value, to.value]) }
    #expect(throws: Refused.self) {
      try from.withValue { _ in
        to.withValue { $0 += 10 }
        throw Refused()
      }
    }
    #expect(seen == [[100, 0], [100, 10]])
    token.cancel()
  }

  @Test("An observer of a property that is written inside may read the cell")
  func property() {
    let cell = SharedObserved(1)
    let model = Signal(0)
    let sum = Computed { cell.value + model.value }
    var seen: [Int] = []
    let token = observe { seen.append(sum.value) }
    let old = cell.withValue { value in
      model.value = 10
      return value
    }
    #expect(old == 1)
    #expect(seen == [1, 11])
    token.cancel()
  }

  @Test("In the middle of an access in place it waits for the end of that")
  func inAccess() {
    let (from, to) = (SharedObserved(100), SharedObserved(0))
    let model = Signal(0)
    var seen: [[Int]] = []
    let token = observe { seen.append([from.value, to.value, model.value]) }
    func change(_ value: inout Int) {
      from.withValue { balance in
        to.withValue { $0 += 10 }
        balance -= 10
      }
      #expect(seen == [[100, 0, 0]])
      value += 1
    }
    change(&model.value)
    #expect(seen == [[100, 0, 0], [90, 10, 1]])
    token.cancel()
  }

  @Test("Nobody is told where both end as they were")
  func takenBack() {
    let (from, to) = (SharedObserved(100), SharedObserved(0))
    var runs = 0
    let token = observe {
      use(from.value + to.value)
      runs += 1
    }
    from.withValue { balance in
      to.withValue { $0 += 10 }
      balance -= 10
      to.withValue { $0 -= 10 }
      balance += 10
    }
    #expect(runs == 1)
    token.cancel()
  }

  @Test("What observes a cell may end while the cell is being changed", arguments: 0...2)
  func endsInside(kind: Int) async {
    await #expect(processExitsWith: .success) { [kind] in
      let cell = SharedObserved(0)
      var memo: Computed<Int>? = Computed { cell.value }
      var seen: [Int] = []
      var tokens: [ObservationToken] = []
      switch kind {
      case 0: tokens = [observe { seen.append(cell.value) }]
      case 1: tokens = [observe { [weak memo] in seen.append(memo?.value ?? -1) }]
      default:
        // The sequence comes first, and leaves what is derived to the observer.
        var iterator: ObservedChanges<Int, Never>.Iterator? =
          changes(of: { [weak memo] in memo?.value ?? -1 }).makeAsyncIterator()
        #expect(await iterator?.next(isolation: nil) == 0)
        tokens = [observe { [weak memo] in seen.append(memo?.value ?? -1) }]
        cell.withValue {
          $0 = 1
          iterator = nil
        }
        #expect(seen == [0, 1])
      }
      cell.withValue {
        $0 += 1
        memo = nil
        for token in tokens { token.cancel() }
      }
      #expect(seen.first == 0)
    }
  }

  @Test("What a cell held is freed when the access or batch that changed it has ended")
  func freed() {
    final class Kept: Sendable {}
    let property = Signal(0)
    let cell = SharedObserved<Kept?>(nil)
    let token = observe { use(property.value) }
    func change(_ value: inout Int, _ body: () -> Void) {
      body()
      value += 1
    }
    for isBatch in [false, true] {
      cell.value = Kept()
      weak let kept = cell.value
      if isBatch {
        batchUpdates { cell.value = nil }
      } else {
        change(&property.value) { cell.value = nil }
      }
      #expect(kept == nil, "\(isBatch)")
    }
    token.cancel()
  }
}
