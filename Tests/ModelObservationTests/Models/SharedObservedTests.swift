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
    #expect(await upToSeven(of: values) == [0, 7])
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

  @Test("An actor's observer is told of the actor's own writes when that is free, as of others'")
  func ownWriteOnActor() async {
    actor Reader {
      private var seen: [Int] = []
      private var token: ObservationToken?
      func write(_ cell: SharedObserved<Int>) -> [Int] {
        token = observe { self.seen.append(cell.value) }
        cell.value = 1
        return seen
      }
    }
    #expect(await Reader().write(SharedObserved(0)) == [0])
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

  @Test("A cell is freed that only a derived property reads which nobody observes any more")
  func freedBehindDerived() {
    weak var reference: SharedObserved<Int>?
    do {
      let cell = SharedObserved(0)
      reference = cell
      let memo = Computed { cell.value }
      let above = Computed { memo.value }
      let token = observe { use(above.value) }
      token.cancel()
    }
    #expect(reference == nil)
  }

  @Test("A cell that `withTracking` waits for is freed, and so is what waits", arguments: 0...2)
  @MainActor func freedBehindOneShot(kind: Int) {
    weak var reference: SharedObserved<Int>?
    let count = Lifetime.Count()
    var token: ObservationToken?
    do {
      let cell = SharedObserved(0)
      reference = cell
      let memo = kind == 1 ? Computed { cell.value } : nil
      let kept = count.make()
      let wait = { [weak cell] in
        withTracking {
          use(memo?.value ?? cell?.value)
        } onChange: {
          use(kept)
        }
      }
      if kind == 2 { token = observe(wait) } else { wait() }
      #expect(count.living == 1)
      withExtendedLifetime((cell, memo)) {}
    }
    #expect(reference == nil)
    if kind != 2 { #expect(count.living == 0) }
    token?.cancel()
    token = nil
    #expect(count.living == 0)
  }

  @Test("An observer holds the cells that its last run read, and none when it has ended")
  @MainActor func held() {
    var cells = [SharedObserved(0), SharedObserved(0)]
    let references = cells.map { WeakCell($0) }
    let index = Signal(0)
    let token = observe { if index.value < cells.count { use(cells[index.value].value) } }
    index.value = 1
    cells.removeFirst()
    #expect(references.map(\.isThere) == [false, true])
    cells = []
    token.cancel()
    #expect(references.map(\.isThere) == [false, false])
  }

  private struct WeakCell {
    private weak let cell: SharedObserved<Int>?
    init(_ cell: SharedObserved<Int>) { self.cell = cell }
    var isThere: Bool { cell != nil }
  }

  /// Does something when it goes.
  private final class Farewell: Sendable {
    private let action: @Sendable () -> Void
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
    deinit { action() }
  }

  @MainActor private final class Owner {
    var token: ObservationToken?
  }

  @Test("What goes with a cell that is no longer read may end the observer that has read it")
  @MainActor func endsWithCell() {
    let owner = Owner()
    var cell: SharedObserved<Farewell>? = SharedObserved(
      Farewell { MainActor.assumeIsolated { owner.token?.cancel() } })
    let a = Signal(0)
    var runs = 0
    owner.token = observe {
      use(a.value)
      use(cell?.value)
      runs += 1
      cell = nil
    }
    a.value = 1
    a.value = 2
    #expect(runs == 2)
    #expect(owner.token?.isCancelled == true)
  }

  private func upToSeven(of values: AsyncStream<Int>) async -> [Int] {
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value == 7 { break }
    }
    return seen
  }

  @Test("A write while the derived property is evaluated which reads the cell is not lost")
  @MainActor func writeBeforeSubscription() async {
    let cell = SharedObserved(0)
    var isFirst = true
    let memo = Computed {
      let value = cell.value
      // Another thread writes after the read, and before an observer is subscribed.
      if isFirst { onThreadInPlace { cell.value = 7 } }
      isFirst = false
      return value
    }
    let (values, send) = AsyncStream<Int>.makeStream()
    let token = observe { send.yield(memo.value) }
    #expect(await upToSeven(of: values) == [0, 7])
    token.cancel()
  }

  @Test("That an observer without an isolation cannot be told is reported, once")
  func report() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let cell = SharedObserved(0)
      var runs = 0
      let token = observe {
        use(cell.value)
        runs += 1
      }
      for number in 1...2 { onThreadInPlace { cell.value = number } }
      #expect(runs == 1)
      token.cancel()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.split(separator: "SharedObserved was changed", omittingEmptySubsequences: false).count
        == 2)
  }

  @Test("Two derived properties agree where one begins to read the cell, and stays equal at first")
  @MainActor func beginsToRead() {
    let cell = SharedObserved(0)
    let isOn = Signal(false)
    let one = Computed { isOn.value ? cell.value : 0 }
    let two = Computed { one.value * 10 }
    let early = observe { use(two.value) }
    isOn.value = true
    onThreadInPlace { cell.value = 1 }
    var seen: [[Int]] = []
    let token = observe { seen.append([two.value, one.value]) }
    #expect(seen == [[10, 1]])
    withExtendedLifetime((early, token)) {}
  }

  @Test("What an operation has seen last is destroyed when the cell can be read")
  func destroyedOutsideLock() async {
    await #expect(processExitsWith: .success) {
      let cell = SharedObserved<Farewell?>(nil)
      cell.value = Farewell { use(cell.value) }
      var isFirst = true
      let token = observe {
        use(cell.value)
        guard isFirst else { return }
        isFirst = false
        onThreadInPlace { cell.value = nil }
        cell.value = Farewell {}
      }
      #expect(!isFirst)
      token.cancel()
    }
  }
}
