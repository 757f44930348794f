import ModelObservation
import TestSupport
import Testing

@Suite("SharedObserved") struct SharedObservedTests {
  @Test("Concurrent updates are all counted")
  func atomicity() async {
    let cell = SharedObserved(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { cell.withValue { $0 += 1 } } }
      }
    }
    #expect(cell.value == 8_000)
  }

  @Test("An observer on the main actor is told of writes from elsewhere")
  @MainActor func mainActor() async {
    let cell = SharedObserved(0)
    let (values, send) = AsyncStream<Int>.makeStream()
    let token = observe {
      MainActor.assertIsolated()
      send.yield(cell.value)
    }
    await Task.detached { cell.value = 7 }.value
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value == 7 { break }
    }
    #expect(seen == [0, 7])
    token.cancel()
  }

  @Test("What a run reads untracked of a cell that it has read is the same version")
  @MainActor func untrackedRead() {
    let cell = SharedObserved(1)
    var seen: [Int] = []
    let token = observe {
      seen.append(cell.value)
      if seen == [1] { onThreadInPlace { cell.value = 2 } }
      seen.append(untracked { cell.value })
    }
    #expect(seen == [1, 1])
    #expect(cell.value == 2)
    token.cancel()
  }

  @Test("On the main actor itself the observer runs before the write returns")
  @MainActor func synchronous() {
    let cell = SharedObserved(0)
    var seen: [Int] = []
    let token = observe { seen.append(cell.value) }
    cell.value = 1
    cell.value = 1
    batchUpdates {
      cell.value = 2
      cell.value = 3
    }
    #expect(seen == [0, 1, 3])
    token.cancel()
    cell.value = 4
    #expect(seen == [0, 1, 3])
  }

  @Test("No write is lost between a read and its registration", arguments: 0..<20)
  @MainActor func registrationRace(round: Int) async {
    let cell = SharedObserved(0)
    let writer = Task.detached { for number in 1...200 { cell.value = number } }
    let (done, finish) = AsyncStream<Void>.makeStream()
    let token = observe { if cell.value == 200 { finish.yield() } }
    for await _ in done { break }
    await writer.value
    token.cancel()
  }

  @Test("A sequence in nonisolated code sees the last value")
  func nonisolatedSequence() async {
    let cell = SharedObserved(0)
    async let last: Int = {
      var last = 0
      for await value in cell.changes {
        last = value
        if value == 500 { break }
      }
      return last
    }()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<5 {
        group.addTask { for _ in 0..<100 { cell.withValue { $0 += 1 } } }
      }
    }
    #expect(await last == 500)
  }

  @Test("A derived property follows a cell, observed or not")
  @MainActor func derived() async {
    let cell = SharedObserved(1)
    let double = Computed { cell.value * 2 }
    #expect(double.value == 2)
    await Task.detached { cell.value = 2 }.value
    #expect(double.value == 4)
    let (values, send) = AsyncStream<Int>.makeStream()
    let token = observe { send.yield(double.value) }
    await Task.detached { cell.value = 5 }.value
    for await value in values where value == 10 { break }
    #expect(double.value == 10)
    token.cancel()
  }

  @Test("Two derived properties over one cell agree, whichever was read before", arguments: 0...3)
  @MainActor func derivedAgree(kind: Int) {
    let cell = SharedObserved(1)
    let double = Computed { cell.value * 2 }
    let triple = Computed { cell.value * 3 }
    let early = kind.isMultiple(of: 2) ? double : Computed { double.value }
    let tokens = kind < 2 ? [observe { use(early.value) }] : []
    use(early.value)
    var seen: [[Int]] = []
    let token = observe {
      // Another thread writes, and what it has to tell this one waits until this one is free.
      onThreadInPlace { cell.value = 2 }
      seen.append([early.value, triple.value, early.value])
    }
    #expect(seen == [[4, 6, 4]])
    token.cancel()
    for token in tokens { token.cancel() }
  }

  @Test("A sequence over a derived property follows a cell in nonisolated code")
  func derivedSequence() async {
    let cell = SharedObserved(0)
    let double = Computed { cell.value * 2 }
    var iterator = changes(of: { double.value }).makeAsyncIterator()
    #expect(await iterator.next(isolation: nil) == 0)
    await Task.detached { cell.value = 4 }.value
    #expect(await iterator.next(isolation: nil) == 8)
  }

  @Test("An actor's observer is told on its actor")
  func onActor() async {
    actor Reader {
      private var token: ObservationToken?
      func start(_ cell: SharedObserved<Int>, _ send: AsyncStream<Int>.Continuation) {
        token = observe {
          self.assertIsolated()
          send.yield(cell.value)
        }
      }
      func stop() { token = nil }
    }
    let cell = SharedObserved(0)
    let reader = Reader()
    let (values, send) = AsyncStream<Int>.makeStream()
    await reader.start(cell, send)
    cell.value = 3
    for await value in values where value == 3 { break }
    await reader.stop()
  }

  @Test("A nonisolated observer runs for writes of its own task")
  func nonisolated() {
    let cell = SharedObserved(0)
    var seen: [Int] = []
    let token = observe { seen.append(cell.value) }
    cell.value = 1
    #expect(seen == [0, 1])
    token.cancel()
  }

  @Test("An error leaves what was written before it")
  func throwing() {
    struct Failure: Error {}
    let cell = SharedObserved(0)
    #expect(throws: Failure.self) {
      try cell.withValue { value throws(Failure) in
        value = 1
        throw Failure()
      }
    }
    #expect(cell.value == 1)
  }

  @Test("A one-shot on several cells fires once")
  @MainActor func oneShot() {
    let first = SharedObserved(0)
    let second = SharedObserved(0)
    var fired = 0
    withTracking {
      use(first.value + second.value)
    } onChange: {
      fired += 1
    }
    second.value = 1
    first.value = 1
    #expect(fired == 1)
  }

  @Test("A cell and its observers are freed")
  @MainActor func freed() {
    weak var reference: SharedObserved<Int>?
    do {
      let cell = SharedObserved(0)
      reference = cell
      let token = observe { use(cell.value) }
      cell.value = 1
      token.cancel()
    }
    #expect(reference == nil)
  }
}
