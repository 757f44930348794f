import Dispatch
import Injection
import InjectionTestingClocks
import TestSupport
import Testing

// What belongs to a clock: what an actor has queued, what runs in the middle of other work, and
// the work of two clocks.
extension WorkTrackingTests {
  @Test(
    "A task that an actor has queued before it advances is waited for", arguments: [false, true])
  func queuedOnActor(isQueuedItself: Bool) async {
    let clock = TestClock()
    let log = Log()
    let stage = Stage()
    let body: @Sendable (isolated Stage) async -> Void = { stage in
      for count in 1...20 {
        stage.add("begun", to: log)
        await clock.advance(to: clock.now)
        #expect(log.lines.count == count)
      }
    }
    if isQueuedItself {
      await stage.queue(body).value
    } else {
      await stage.run(body)
    }
  }

  @Test("So is what it goes on to, where the body has not used the clock before", arguments: 1...20)
  func queuedOnActorBeforeUse(number: Int) async {
    let clock = TestClock()
    let log = Log()
    await fromOutside {
      await Stage().run { stage in
        stage.add("done", to: log, after: 20)
        await clock.run()
        #expect(log.lines == ["done"])
      }
    }
  }

  @Test("What comes after an advance on an actor belongs to the clock")
  func afterAdvanceOnActor() async {
    let clock = TestClock()
    let isCounted = await fromOutside {
      await Stage().run { stage in
        await clock.advance()
        return WorkTracking.countsCaller
      }
    }
    #expect(isCounted)
  }

  @Test("A body on the main actor that began before its clock counts once it uses that")
  func mainActorBody() async {
    await #expect(processExitsWith: .success) {
      await Task { @MainActor in
        let clock = TestClock()
        await Stage().run { _ in }
        // By the executor that the body has got where it began, past the hooks.
        _ = clock.now
        let log = Log()
        let sleeper = Task {
          try await clock.sleep(for: .seconds(1))
          log.add("awake")
        }
        await clock.advance(by: .seconds(1))
        #expect(log.lines == ["awake"])
        sleeper.cancel()
      }.value
    }
  }

  @Test("A task that an actor has queued when its body suspends belongs to the clock")
  func leftOnActor() async {
    let clock = TestClock()
    let isCounted = await fromOutside {
      await Stage().run { stage in
        _ = clock.now
        return await stage.countsQueued()
      }
    }
    #expect(isCounted)
  }

  @Test("A task that begins inside another takes no clock from it, and has its own")
  func immediate() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (first, second) = (TestClock(), TestClock())
    let areCounted = await fromOutside {
      _ = first.now
      let inner = Task.immediate {
        _ = second.now
        let isCounted = WorkTracking.countsCaller
        return await Task { isCounted && WorkTracking.countsCaller }.value
      }
      let isCounted = WorkTracking.countsCaller
      let inTask = await Task { WorkTracking.countsCaller }.value
      return [isCounted, inTask, await inner.value]
    }
    #expect(areCounted == [true, true, true])
  }

  @Test("Work of two clocks that waits for one of them goes on as work of both")
  func waitingForOne() async {
    let (first, second) = (TestClock(), TestClock())
    for (outer, inner) in [(first, second), (second, first)] {
      let log = Log()
      Task {
        try await outer.sleep(for: .seconds(1))
        await inner.advance(by: .seconds(1))
        await hop(20)
        log.add("advanced")
      }
      await outer.advance(by: .seconds(1))
      #expect(log.lines == ["advanced"])
    }
  }

  @Test("Work of one clock that uses another belongs to both from there")
  func usingAnother() async {
    let second = await fromOutside { TestClock() }
    let first = TestClock()
    let log = Log()
    Task {
      try await first.sleep(for: .seconds(1))
      _ = second.now
      Task {
        await hop(20)
        log.add("created")
      }
      await second.advance()
      #expect(log.lines == ["created"])
      await hop(3)
      log.add("done")
    }
    await first.advance(by: .seconds(1))
    #expect(log.lines == ["created", "done"])
  }

  @Test("Work that is waited for and advances its own clock goes on before who waits for it")
  func advancingOwn() async {
    let clock = TestClock()
    let log = Log()
    Task {
      try await clock.sleep(for: .seconds(1))
      Task {
        try await clock.sleep(for: .seconds(1))
        await hop(5)
        log.add("inner")
      }
      await clock.advance(by: .seconds(1))
      await hop(5)
      log.add("outer")
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["inner", "outer"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("A task with an executor of its own is waited for in what it wakes, and what it creates")
  func ownTaskExecutor() async {
    let clock = TestClock()
    await fromOutside {
      await Task(executorPreference: OwnQueue()) {
        _ = clock.now
        for _ in 1...3 {
          let log = Log()
          Task {
            try await clock.sleep(for: .seconds(1))
            await hop(5)
            log.add("woke")
          }
          await clock.advance(by: .seconds(1))
          #expect(log.lines == ["woke"])
        }
      }.value
    }
  }

  @Test("Another task that is resumed where a clock's has suspended does not belong to the clock")
  func resumedAfterAnother() async {
    // In a process of its own, where nobody creates a clock outside tasks.
    await #expect(processExitsWith: .success) {
      let clock = await fromOutside { TestClock() }
      let isCounted = await fromOutside {
        await withCheckedContinuation { continuation in
          Task { @MainActor in
            _ = clock.now
            // The thread's next job is none of this task's.
            DispatchQueue.main.async { continuation.resume() }
          }
        }
        return WorkTracking.countsCaller
      }
      #expect(!isCounted)
      withExtendedLifetime(clock) {}
    }
  }

  @Test("What an executor runs in place ends, for a clock that it uses there")
  func inPlace() async throws {
    let first = TestClock()
    let made = Guarded<TestClock?>(nil)
    let task = Task(executorPreference: InPlace()) {
      try await first.sleep(for: .seconds(1))
      made.withLock { $0 = TestClock() }
    }
    await first.advance(by: .seconds(1))
    let second = try #require(made.withLock { $0.take() })
    await second.run(timeout: patience)
    try await task.value
  }
}

private actor Stage {
  func run<R: Sendable>(_ body: @Sendable (isolated Stage) async -> R) async -> R {
    await body(self)
  }

  nonisolated func queue(
    _ body: @escaping @Sendable (isolated Stage) async -> Void
  ) -> Task<Void, Never> {
    Task { await run(body) }
  }

  /// In a task that the actor queues.
  func add(_ line: String, to log: Log, after hops: Int = 0) {
    Task {
      count += 1
      await hop(hops)
      log.add(line)
    }
  }

  /// Whether a task is counted that the actor queues, and then suspends.
  func countsQueued() async -> Bool {
    await withCheckedContinuation { continuation in
      Task {
        count += 1
        continuation.resume(returning: WorkTracking.countsCaller)
      }
    }
  }

  private var count = 0
}

private final class OwnQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "own")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs each job in place of enqueueing it.
private final class InPlace: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
