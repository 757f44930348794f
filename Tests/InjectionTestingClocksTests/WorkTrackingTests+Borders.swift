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

  @Test("A clock that is created outside tasks waits for the work of the process")
  func outsideTasks() async {
    // In a process of its own, since other tests' work would be waited for from then on.
    await #expect(processExitsWith: .success) {
      // Handed over in a lock: the thread sanitizer sees no order where a continuation is resumed
      // before its task waits.
      let box = Guarded<TestClock?>(nil)
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "outside").async {
          box.withLock { $0 = TestClock() }
          continuation.resume()
        }
      }
      let clock = try #require(box.withLock { $0 })
      for second in 1...100 {
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

  @Test("Work that belongs to no clock is counted for none, before and after a clock's life")
  func uncounted() async {
    // In a process of its own, where nobody creates a clock outside tasks.
    await #expect(processExitsWith: .success) {
      #expect(await !countsOutsideTasks())
      await Task {
        let clock = TestClock()
        await clock.advance(by: .seconds(1))
      }.value
      #expect(await !countsOutsideTasks())
      #expect(await countsOutsideTasks(after: { TestClock() }))
    }
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
  after first: @escaping @Sendable () -> TestClock? = { nil }
) async -> Bool {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "outside").async {
      let clock = first()
      continuation.resume(returning: WorkTracking.countsCaller)
      withExtendedLifetime(clock) {}
    }
  }
}
