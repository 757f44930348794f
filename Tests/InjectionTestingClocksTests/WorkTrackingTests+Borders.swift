import Dispatch
import Injection
import InjectionTestingClocks
import TestSupport
import Testing

// Where one clock's work ends: at other clocks, what is outside of tasks, and the rest of the process.
extension WorkTrackingTests {
  @Test("The main actor is the same before and after the first clock of a process")
  func isolation() async {
    await #expect(processExitsWith: .success) {
      await Task { @MainActor in
        MainActor.assertIsolated()
        let clock = TestClock()
        MainActor.assertIsolated()
        assumeMainActor { _ = clock.now }
        await clock.advance(by: .seconds(1))
        MainActor.assertIsolated()
        await withCheckedContinuation { continuation in
          DispatchQueue.main.async {
            assumeMainActor { continuation.resume() }
          }
        }
        await Task.detached { await MainActor.run { MainActor.assertIsolated() } }.value
      }.value
    }
  }

  @Test("What one clock's work wakes that sleeps on another goes on as work of both")
  func acrossClocks() async {
    let (first, second) = (TestClock(), TestClock())
    let log = Log()
    let sleeper = Task {
      try? await second.sleep(for: .seconds(9))
      await hop(20)
      log.add("cancelled")
    }
    Task {
      try await first.sleep(for: .seconds(1))
      sleeper.cancel()
    }
    await second.advance()
    await first.advance(by: .seconds(1))
    #expect(log.lines == ["cancelled"])
  }

  @Test("Work that advances another clock goes on as work of both")
  func advancingAnother() async {
    let (first, second) = (TestClock(), TestClock())
    let log = Log()
    Task {
      try await first.sleep(for: .seconds(1))
      await second.advance(by: .seconds(1))
      await hop(20)
      log.add("advanced")
    }
    await first.advance(by: .seconds(1))
    #expect(log.lines == ["advanced"])
  }

  @Test("A clock that is created outside tasks waits for the process, and so does the next")
  func outsideTasks() async {
    // In a process of its own, since other tests' work would be waited for from then on.
    await #expect(processExitsWith: .success) {
      for _ in 0..<2 {
        let clock = try #require(await clockOutsideTasks())
        for second in 1...50 {
          let log = Log()
          let task = Task { @MainActor in
            await hop(20)
            try await clock.sleep(for: .seconds(1))
            await hop(20)
            log.add("woke")
          }
          await clock.advance(by: .seconds(1))
          #expect(log.lines == ["woke"])
          #expect(clock.now.offset == .seconds(second))
          try await task.value
        }
      }
    }
  }

  @Test("Work that belongs to no clock is counted for none, before and after a clock's life")
  func uncounted() async {
    // In a process of its own, where nobody creates a clock outside tasks.
    await #expect(processExitsWith: .success) {
      #expect(await !countsOutsideTasks())
      await Task {
        let clock = TestClock()
        await clock.advance(by: .seconds(1))
        // Outside tasks, its use claims nothing.
        #expect(await !countsOutsideTasks(after: { _ = clock.now }))
      }.value
      #expect(await !countsOutsideTasks())
      #expect(await clockOutsideTasks() != nil)
      #expect(await !countsOutsideTasks())
    }
  }

  @Test("All work is counted while there is a clock that was created outside tasks")
  func countedForOthers() async {
    await #expect(processExitsWith: .success) {
      let inside = await Task { TestClock() }.value
      var first = await clockOutsideTasks()
      var second = await clockOutsideTasks()
      await Task { _ = TestClock() }.value
      #expect(await countsOutsideTasks())
      first = nil
      #expect(await countsOutsideTasks())
      second = nil
      #expect(await !countsOutsideTasks())
      withExtendedLifetime((inside, first, second)) {}
    }
  }

  @Test("Work belongs to a clock from where it uses it")
  func uses() async {
    // In a process of its own, where nobody creates a clock outside tasks.
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let uses: [@Sendable () async -> Void] = [
        { _ = clock.now },
        { _ = clock.deadlines },
        { try? await clock.sleep(until: TestClock.Instant()) },
        { await clock.advance(to: TestClock.Instant()) },
        { await clock.run() },
      ]
      for use in uses {
        await fromOutside {
          #expect(!WorkTracking.countsCaller)
          await use()
          #expect(WorkTracking.countsCaller)
        }
      }
    }
  }

  @Test("Who has waited belongs to the clock, whatever its thread has done meanwhile")
  func afterWait() async {
    await #expect(processExitsWith: .success) {
      await Task { @MainActor in
        let clock = TestClock()
        let other = TestClock()
        let door = DispatchSemaphore(value: 0)
        Task.detached {
          try await clock.sleep(for: .seconds(1))
          DispatchQueue(label: "outside").async {
            Task.detached { @MainActor in
              _ = other.now
              door.signal()
            }
          }
          door.waitInside()
        }
        await clock.advance(by: .seconds(1))
        #expect(WorkTracking.countsCaller)
      }.value
    }
  }

  @Test("What a clock's work creates after the clock has gone belongs to none, while others live")
  func gone() async {
    await #expect(processExitsWith: .success) {
      let other = TestClock()
      await fromOutside {
        _ = TestClock()
        await Task {
          #expect(!WorkTracking.countsCaller)
          await Task.yield()
          #expect(!WorkTracking.countsCaller)
        }.value
      }
      withExtendedLifetime(other) {}
    }
  }

  @Test("A sleeper that is cancelled from outside is waited for")
  func cancelledFromOutside() async {
    let clock = TestClock()
    let log = Log()
    let task = Task {
      try? await clock.sleep(for: .seconds(1))
      await hop(20)
      log.add("cancelled")
    }
    await clock.advance()
    await fromOutside { task.cancel() }
    await clock.advance()
    #expect(log.lines == ["cancelled"])
  }

  @Test("An actor with an executor of its own waits for what it wakes as others do")
  func ownExecutor() async {
    let clock = TestClock()
    let log = Log()
    for seconds in 1...20 {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        await hop(20)
        log.add("woke")
      }
    }
    await clock.advance()
    await OwnExecutor().run {
      for count in 1...20 {
        await clock.advance(to: TestClock.Instant(offset: .seconds(count)))
        #expect(log.lines.count == count)
      }
    }
    let isCounted = await fromOutside {
      let actor = OwnExecutor()
      return await actor.run {
        await clock.advance()
        return WorkTracking.countsCaller
      }
    }
    #expect(isCounted)
  }

  @Test("Two clocks wait for the same work")
  func twoClocks() async {
    let first = TestClock()
    let second = TestClock()
    let log = Log()
    Task {
      try await first.sleep(for: .seconds(1))
      await hop(20)
      log.add("first")
      try await second.sleep(for: .seconds(1))
      await hop(20)
      log.add("second")
    }
    await first.advance(by: .seconds(1))
    #expect(log.lines == ["first"])
    await second.advance(by: .seconds(1))
    #expect(log.lines == ["first", "second"])
  }

  @Test("Several tasks may advance one clock")
  func severalAdvance() async {
    let clock = TestClock()
    let log = Log()
    for seconds in 1...10 {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        await hop(10)
        log.add("")
      }
    }
    await withTaskGroup { group in
      for seconds in 1...10 {
        group.addTask { await clock.advance(to: TestClock.Instant(offset: .seconds(seconds))) }
      }
    }
    #expect(log.lines.count == 10)
    #expect(clock.now.offset == .seconds(10))
  }

  @Test("Work that waits for something outside counts as suspended")
  func outside() async {
    let clock = TestClock()
    let log = Log()
    let door = DispatchSemaphore(value: 0)
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      log.add("woke")
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "outside").async {
          door.wait()
          continuation.resume()
        }
      }
      log.add("resumed")
      try await clock.sleep(for: .seconds(1))
      log.add("again")
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["woke"])
    door.signal()
    // It belongs to the clock again as soon as it sleeps.
    while clock.deadlines.isEmpty { await Task.yield() }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["woke", "resumed", "again"])
    _ = await task.result
  }

  @Test("Work of another clock is not waited for")
  func otherClock() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let door = DispatchSemaphore(value: 0)
    // On the main actor: the pool has few threads, and the advance needs one of them.
    let other = Task { @MainActor in
      let clock = TestClock()
      await clock.advance(by: .seconds(1))
      continuation.yield()
      door.waitInside()
    }
    for await _ in stream { break }
    let clock = TestClock()
    await clock.advance(by: .seconds(1))
    #expect(clock.now.offset == .seconds(1))
    door.signal()
    await other.value
  }
}

/// Whether work is counted that a queue causes, after what it does first.
private func countsOutsideTasks(
  after first: @escaping @Sendable () -> Void = {}
) async -> Bool {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "outside").async {
      first()
      continuation.resume(returning: WorkTracking.countsCaller)
    }
  }
}

/// A clock that a queue creates.
private func clockOutsideTasks() async -> TestClock? {
  // Handed over in a lock: the thread sanitizer sees no order where a continuation is resumed before
  // its task waits.
  let box = Guarded<TestClock?>(nil)
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "outside").async {
      box.withLock { $0 = TestClock() }
      continuation.resume()
    }
  }
  return box.withLock { $0.take() }
}

/// Runs `body` in a task that belongs to no clock.
func fromOutside<R: Sendable>(_ body: @escaping @Sendable () async -> R) async -> R {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "outside").async {
      Task.detached { continuation.resume(returning: await body()) }
    }
  }
}

private actor OwnExecutor {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "own")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<R: Sendable>(_ body: nonisolated(nonsending) () async -> R) async -> R { await body() }
}
