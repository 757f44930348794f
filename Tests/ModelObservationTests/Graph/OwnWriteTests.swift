import ModelObservation
import TestSupport
import Testing

/// What is written while something runs, by itself or by others: nobody is left with what was before.
@Suite("Writes in the middle of a run") struct OwnWriteTests {
  final class Pair: ObservableModel {
    @Observed var first = 0
    @Observed var second = 0
    @Observed var isOn = false
  }

  /// One derived property writes what another reads.
  final class Writing: ObservableModel {
    @Observed var input = 5
    @Observed var written = 0
    private var write: Int {
      written = input
      return input
    }
    private var read: Int { written }
    private var sum: Int { reading + writing }
    @Derived(\Writing.write) var writing: Int
    @Derived(\Writing.read) var reading: Int
    @Derived(\Writing.sum) var total: Int
  }

  @Test(
    "A derived property is right that is observed for the first time when what it reads is written")
  func writtenBeforeActivation() {
    let model = Writing()
    var seen = 0
    let token = observe { seen = model.total }
    #expect(seen == 10)
    #expect(model.total == 10)
    #expect(model.reading == 5)
    model.input = 6
    #expect(seen == 12)
    withExtendedLifetime(token) {}
  }

  @Test("An observer that has seen a value of its own runs again where another one takes that back")
  func takenBack() {
    let model = Pair()
    var seen: [Int] = []
    // No property: a change of that would run the observer again by itself.
    var hasWritten = false
    let other = observe { if model.first == 1 { model.first = 0 } }
    let token = observe {
      _ = model.first
      if model.isOn && !hasWritten {
        hasWritten = true
        model.first = 1
      }
      seen.append(model.first)
    }
    model.isOn = true
    #expect(model.first == 0)
    #expect(seen == [0, 1, 0])
    withExtendedLifetime((other, token)) {}
  }

  @Test("An observer that puts back what it has written itself does not run again")
  func putBack() {
    let model = Pair()
    var runs = 0
    let token = observe {
      runs += 1
      let before = model.first
      model.first = 7
      #expect(model.first == 7)
      model.first = before
      _ = model.second
    }
    model.second = 1
    #expect(runs == 2)
    withExtendedLifetime(token) {}
  }

  @Test("What a nested withTracking reads and writes counts for the observer around it")
  func nestedWrite() {
    let model = Pair()
    var seen: [Int] = []
    let token = observe {
      withTracking {
        let value = model.first
        seen.append(value)
        if value < 3 { model.first = value + 1 }
      } onChange: {
      }
    }
    #expect(seen == [0, 1, 2, 3])
    withExtendedLifetime(token) {}
  }

  @Test("What a nested withTracking has read before it throws counts for the observer around it")
  func nestedThrow() {
    struct Refused: Error {}
    let model = Pair()
    var runs = 0
    let token = observe {
      runs += 1
      do {
        try withTracking {
          if model.first == 0 { throw Refused() }
        } onChange: {
        }
      } catch {}
    }
    model.first = 1
    #expect(runs == 2)
    withExtendedLifetime(token) {}
  }

  @Test("What is made and cleaned up in a nested withTracking belongs to the observer around it")
  func nestedOwner() {
    let model = Pair()
    var log: [String] = []
    var inner: [ObservationToken] = []
    let token = observe {
      withTracking {
        _ = model.first
        inner.append(observe { log.append("inner \(model.second)") })
        onCleanup { log.append("cleanup") }
      } onChange: {
      }
    }
    model.first = 1
    model.second = 1
    #expect(log == ["inner 0", "cleanup", "inner 0", "inner 1"])
    #expect(inner.map(\.isCancelled) == [true, false])
    withExtendedLifetime(token) {}
  }

  @Test("An observer made in a withTracking is independent where that is untracked")
  func nestedUntracked() {
    let model = Pair()
    var log: [String] = []
    var inner: ObservationToken?
    let token = observe {
      use(model.first)
      untracked {
        withTracking {
          if inner == nil { inner = observe { log.append("inner \(model.second)") } }
          onCleanup { log.append("cleanup") }
        } onChange: {
        }
      }
    }
    model.first = 1
    model.second = 1
    #expect(log == ["inner 0", "cleanup", "inner 1"])
    withExtendedLifetime((token, inner)) {}
  }

  @Test("One that waits anew in its own action, and changes what it waits for, is stopped")
  func endless() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = Pair()
      func wait() {
        withTracking {
          use(model.first)
        } onChange: {
          wait()
          model.first += 1
        }
      }
      wait()
      model.first = 1
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ran 1000 times in one update"))
  }

  @Test("One that waits anew in its own action may be told of any number of changes")
  func ever() {
    let model = Pair()
    var changes = 0
    func wait() {
      withTracking {
        use(model.first)
      } onChange: {
        changes += 1
        wait()
      }
    }
    wait()
    for number in 1...1_500 { model.first = number }
    #expect(changes == 1_500)
  }

  @Test("An observer may run any number of times, in as many updates")
  func manyUpdates() {
    let model = Pair()
    var runs = 0
    let token = observe {
      use(model.first)
      runs += 1
    }
    for number in 1...1_500 { model.first = number }
    #expect(runs == 1_501)
    token.cancel()
  }

  @Test("One-shots that are not made in each other's actions are not counted together")
  func unrelatedOneShots() {
    let sum = Signal(0)
    var changes = 0
    func count(_ number: Signal<Int>, then next: Signal<Int>?) -> ObservationToken {
      observe {
        guard number.value > 0 else { return }
        guard number.value < 700 else {
          next?.value = 1
          return
        }
        untracked {
          withTracking {
            use(sum.value)
          } onChange: {
            changes += 1
          }
        }
        sum.value += 1
        number.value += 1
      }
    }
    let (first, second) = (Signal(0), Signal(0))
    let tokens = [count(first, then: second), count(second, then: nil)]
    first.value = 1
    #expect(changes == 1_398)
    for token in tokens { token.cancel() }
  }

  @MainActor
  @Test("A task that starts at once in what is tracked, and writes what that has read, is a change")
  func immediateTask() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let model = Pair()
    var changes = 0
    withTracking {
      _ = model.first
      Task.immediate { model.first += 1 }
    } onChange: {
      changes += 1
    }
    model.first += 1
    #expect(changes == 1)
  }

  @MainActor
  @Test("A task that starts at once in a sequence's expression leaves the sequence awake")
  func immediateTaskInSequence() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let model = Pair()
    var hasStarted = false
    let (values, send) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      for await value in changes(of: {
        let value = model.first
        if model.isOn && !hasStarted {
          hasStarted = true
          Task.immediate { model.first = value + 1 }
        }
        return value
      }) { send.yield(value) }
    }
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next(isolation: MainActor.shared) == 0)
    // The sequence is asleep, as one is that has been asked for its next element.
    model.isOn = true
    #expect(await iterator.next(isolation: MainActor.shared) == 1)
    model.first = 11
    #expect(await iterator.next(isolation: MainActor.shared) == 11)
    task.cancel()
  }

  @MainActor
  @Test("A task that starts at once, and writes, leaves nothing derived as it was")
  func immediateTaskBeforeActivation() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let source = Signal(0)
    let below = Computed { source.value * 10 }
    let derived = Computed { below.value + 1 }
    var seen = 0
    let other = observe { use(source.value) }
    let token = observe {
      use(untracked { derived.value })
      if seen == 0 { Task.immediate { source.value = 5 } }
      seen = derived.value
    }
    #expect(seen == 51)
    #expect(derived.value == 51)
    withExtendedLifetime((other, token)) {}
  }

  @MainActor
  @Test("A task that a derived property starts at once, and writes, has it evaluated again")
  func immediateTaskInDerived() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let source = Signal(0)
    let derived = Computed {
      let value = source.value
      if value == 0 { Task.immediate { source.value = 1 } }
      return value
    }
    var seen = 0
    let token = observe { seen = derived.value }
    #expect(source.value == 1)
    #expect(seen == 1)
    withExtendedLifetime(token) {}
  }

  @MainActor
  @Test("A task that starts at once finds a derived property that is being evaluated: no cycle")
  func immediateTaskReadsDerived() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let layout = Layout()
    var shown: [Int] = []
    let token = observe { shown.append(layout.height) }
    #expect(layout.found == [10])
    layout.text = 2
    #expect(shown == [10, 20])
    // The observer is asked whether it is to run; the task's write has it run meanwhile.
    layout.text = 5
    #expect(shown.last == 70)
    #expect(layout.height == 70)
    layout.text = 8
    #expect(shown.last == 80)
    withExtendedLifetime(token) {}
  }

  @MainActor
  @Test("A derived property that starts a task at once which reads it, each time, is a cycle")
  func immediateTaskCycle() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        _ = Asking().height
      }
    }
    #expect(result.report.contains("A derived property depends on itself: Asking.height"))
  }
}

@MainActor private final class Asking: ObservableModel {
  @Observed var text = 1
  @Derived(\Asking.measured) var height: Int

  private var measured: Int {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { _ = height }
    }
    return text
  }
}

@MainActor private final class Layout: ObservableModel {
  @Observed var text = 1
  private(set) var found: [Int] = []
  @Derived(\Layout.measured) var height: Int

  private var measured: Int {
    let value = text
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return value * 10
    }
    if value == 1, found.isEmpty {
      found = [0]
      Task.immediate { found = [height] }
    }
    if value == 5 { Task.immediate { text = 7 } }
    return value * 10
  }
}
