import ModelObservation
import TestSupport
import Testing

/// Observers and sequences in code without isolation, of which the graph knows little.
@Suite("SharedObserved: nonisolated code") struct SharedWithoutIsolationTests {
  @Test("What others write while an observer runs does not run it again: it might have no end")
  func writtenDuringRun() {
    let cell = SharedObserved(0)
    var seen: [Int] = []
    let token = observe {
      seen.append(cell.value)
      if seen.count < 100 { onThreadInPlace { cell.withValue { $0 += 1 } } }
    }
    #expect(seen == [0])
    // Its own task's write runs it, and it sees the others' with that.
    cell.withValue { $0 += 10 }
    #expect(seen == [0, 11])
    token.cancel()
  }

  @Test("Nor do they where they write before the observer is subscribed")
  func writtenBeforeSubscription() {
    let cell = SharedObserved(0)
    var runs = 0
    let memo = Computed {
      let value = cell.value
      if runs < 100 { onThreadInPlace { cell.withValue { $0 += 1 } } }
      return value
    }
    let token = observe {
      use(memo.value)
      runs += 1
    }
    #expect(runs == 1)
    token.cancel()
  }

  @Test(
    "A sequence is told when the observer has ended that was first to observe", arguments: 1...2)
  func afterObserver(depth: Int) async {
    let cell = SharedObserved(0)
    let memo = Computed { cell.value }
    let above = depth == 1 ? memo : Computed { memo.value }
    let token = observe { use(memo.value) }
    var iterator = changes(of: { above.value }).makeAsyncIterator()
    #expect(await iterator.next(isolation: nil) == 0)
    token.cancel()
    await Task.detached { cell.value = 5 }.value
    #expect(await iterator.next(isolation: nil) == 5)
  }

  @Test("It is told of what was written before that one's end, too")
  func beforeEnd() async {
    let cell = SharedObserved(0)
    let memo = Computed { cell.value }
    let token = observe { use(memo.value) }
    var iterator = changes(of: { memo.value }).makeAsyncIterator()
    #expect(await iterator.next(isolation: nil) == 0)
    await Task.detached { cell.value = 5 }.value
    token.cancel()
    #expect(await iterator.next(isolation: nil) == 5)
  }

  /// Observes in the middle of a sequence over the same, which ends then.
  private func observeInSequence(
    _ memo: Computed<Int>, _ above: Computed<Int>, _ run: @escaping (Int) -> Void
  ) async -> ObservationToken? {
    for await _ in changes(of: { above.value }) { return observe { run(memo.value) } }
    return nil
  }

  @Test(
    "An observer is told when the sequence has ended that was first to observe", arguments: 1...2)
  func afterSequence(depth: Int) async {
    let cell = SharedObserved(0)
    let memo = Computed { cell.value }
    let above = depth == 1 ? memo : Computed { memo.value }
    var seen: [Int] = []
    let token = await observeInSequence(memo, above) { seen.append($0) }
    cell.value = 5
    #expect(seen == [0, 5])
    token?.cancel()
  }

  /// What several that read one derived property, or one that is derived from that, have in common.
  enum Shape: CaseIterable {
    case one, above, between, later
  }

  @Test("Where the first of several has ended, the next is told", arguments: Shape.allCases)
  func afterFirst(shape: Shape) async {
    let cell = SharedObserved(0)
    let isOn = Signal(shape != .later)
    let memo = Computed { isOn.value ? cell.value : 0 }
    let above = shape == .one || shape == .later ? memo : Computed { memo.value }
    let other = shape == .above ? above : memo
    var first: ObservedChanges<Int, Never>.Iterator? =
      changes(of: { above.value }).makeAsyncIterator()
    #expect(await first?.next(isolation: nil) == 0)
    var seen: [[Int]] = [[], []]
    let tokens = [
      observe { seen[0].append(above.value) }, observe { seen[1].append(other.value) },
    ]
    first = nil
    isOn.value = true
    cell.value = 5
    #expect(seen == [[0, 5], [0, 5]])
    for token in tokens { token.cancel() }
  }

  @Test("The first is told as well where another begins over what was derived before")
  func besideLater() async {
    let cell = SharedObserved(0)
    let memo = Computed { cell.value }
    let above = Computed { memo.value }
    use(above.value)
    var iterators = [memo, above].map { memo in changes(of: { memo.value }).makeAsyncIterator() }
    for number in [0, 5] {
      await Task.detached { cell.value = number }.value
      for index in iterators.indices {
        #expect(await iterators[index].next(isolation: nil) == number)
      }
    }
  }

  @Test("So are the sequences that are left of several, and of what was written before")
  func afterFirstSequence() async {
    let cell = SharedObserved(0)
    let memo = Computed { cell.value }
    let all = changes(of: { memo.value })
    var iterators = [1, 2, 3, 4].map { _ in all.makeAsyncIterator() }
    for index in iterators.indices {
      #expect(await iterators[index].next(isolation: nil) == 0)
    }
    for number in 1...3 {
      if number == 1 { iterators.removeFirst() }
      await Task.detached { cell.value = number }.value
      if number != 1 { iterators.removeFirst() }
      for index in iterators.indices {
        #expect(await iterators[index].next(isolation: nil) == number)
      }
    }
  }
}
