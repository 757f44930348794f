import Dispatch
import Injection
import InjectionTestingClocks
import Synchronization
import TestSupport
import Testing

@Suite("The test clock")
struct TestClockTests {
  // MARK: Time

  @Test("A sleeper wakes at its deadline, and not before")
  func wakes() async throws {
    let clock = TestClock()
    let task = Task {
      try await clock.sleep(for: .seconds(60))
      return clock.now.offset
    }
    await clock.advance(by: .seconds(59))
    #expect(clock.deadlines == [TestClock.Instant(offset: .seconds(60))])
    await clock.advance(by: .seconds(2))
    #expect(clock.deadlines.isEmpty)
    #expect(try await task.value == .seconds(60))
    #expect(clock.now.offset == .seconds(61))
  }

  @Test("A sleep until a time that has come does not suspend")
  func past() async throws {
    let clock = TestClock(now: TestClock.Instant(offset: .seconds(5)))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(5)))
    try await clock.sleep(until: TestClock.Instant())
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("The time goes to an instant, and never back")
  func advanceTo() async {
    let clock = TestClock()
    await clock.advance(to: TestClock.Instant(offset: .seconds(9)))
    #expect(clock.now.offset == .seconds(9))
    await clock.advance(to: TestClock.Instant(offset: .seconds(3)))
    await clock.advance(by: .seconds(-3))
    #expect(clock.now.offset == .seconds(9))
  }

  @Test("Sleepers wake by deadline, then in the order of their calls, each at its own time")
  func order() async {
    let clock = TestClock()
    let log = Log()
    for (name, seconds) in [("c", 3), ("a", 1), ("d", 3), ("b", 2), ("e", 3)] {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        log.add("\(name) \(clock.now.offset)")
      }
      await clock.advance()
    }
    await clock.advance(by: .seconds(10))
    #expect(
      log.lines == [
        "a 1.0 seconds", "b 2.0 seconds", "c 3.0 seconds", "d 3.0 seconds", "e 3.0 seconds",
      ])
  }

  @Test("A sleep that begins while the time moves takes part")
  func repeats() async {
    let clock = TestClock()
    let log = Log()
    let timer = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        log.add("\(clock.now.offset)")
      }
    }
    await clock.advance(by: .seconds(3))
    #expect(log.lines == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
    timer.cancel()
    #expect(await timer.result.isFailure)
  }

  @Test("It works as any clock, with an instant of its own")
  func existential() async throws {
    let test = TestClock()
    let clock: any Clock<Duration> = test
    let task = Task { try await clock.sleep(for: .milliseconds(1500)) }
    await test.advance(by: .milliseconds(1500))
    try await task.value
    #expect(clock.minimumResolution == .zero)
  }

  @Test("It measures what passes on it")
  func measures() async throws {
    let clock = TestClock()
    let task = Task {
      try await clock.measure { try await clock.sleep(for: .seconds(4)) }
    }
    await clock.run(timeout: patience)
    task.cancel()
    #expect(try await task.value == .seconds(4))
  }

  // MARK: Cancellation

  @Test("A cancelled sleeper throws at once, and is forgotten")
  func cancelled() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.advance()
    #expect(clock.deadlines.count == 1)
    task.cancel()
    await clock.advance()
    #expect(clock.deadlines.isEmpty)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @Test("Of several sleepers, the cancelled one throws, and the others sleep on")
  func cancelledOne() async {
    let clock = TestClock()
    let tasks = (1...3).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    await clock.advance()
    tasks[1].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    #expect(clock.deadlines.count == 2)
    await clock.advance(by: .seconds(1))
    for index in [0, 2] { #expect(await !tasks[index].result.isFailure) }
  }

  @Test("A task that is cancelled before it sleeps does not sleep")
  func cancelledBefore() async {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.deadlines.isEmpty)
  }

  @Test("Sleeps that are cancelled while the time moves end in one way each, 1,000 times")
  func cancelRace() async {
    await withTaskGroup { group in
      for _ in 0..<1000 {
        group.addTask {
          let clock = TestClock()
          let task = Task { try await clock.sleep(for: .seconds(1)) }
          async let moved: Void = clock.advance(by: .seconds(1))
          async let cancelled: Void = task.cancel()
          _ = await (moved, cancelled)
          _ = await task.result
          #expect(clock.deadlines.isEmpty)
        }
      }
    }
  }

  // MARK: run

  @Test("run goes on until nobody sleeps")
  func runs() async throws {
    let clock = TestClock()
    let task = Task {
      for seconds in 1...100 { try await clock.sleep(for: .seconds(seconds)) }
      return clock.now.offset
    }
    await clock.run(timeout: patience)
    task.cancel()
    #expect(try await task.value == .seconds(5050))
    #expect(clock.now.offset == .seconds(5050))
  }

  @Test("run gives up after its timeout where work sleeps for ever, and says so")
  func runTimeout() async throws {
    let report = await issueReport {
      let clock = TestClock()
      let timer = Task {
        while true { try await clock.sleep(for: .seconds(1)) }
      }
      // On a busy machine 50 milliseconds may pass before the timer has come to its first sleep.
      var timeout = Duration.milliseconds(50)
      repeat {
        let begin = ContinuousClock.now
        await clock.run(timeout: timeout)
        #expect(begin.duration(to: .now) >= timeout * 0.9)
        timeout *= 2
      } while clock.now.offset == .zero && timeout < patience
      #expect(clock.now.offset > .zero)
      timer.cancel()
      await #expect(throws: CancellationError.self) { try await timer.value }
    }
    #expect(report.contains("'TestClock.run' gave up after 0.05 seconds, at the clock's "))
    // Wherever in its round the timer is then.
    #expect(report.contains("work that it woke has neither suspended nor finished"))
  }

  @Test("run gives up whenever its timeout comes")
  func runTimeouts() async {
    let report = await issueReport {
      let clock = TestClock()
      let timer = Task {
        while true { try await clock.sleep(for: .seconds(1)) }
      }
      for number in 0..<100 { await clock.run(timeout: .microseconds(number * 10)) }
      timer.cancel()
      #expect(await timer.result.isFailure)
    }
    #expect(report.matches(of: /'TestClock.run' gave up after/).count == 100)
  }

  @Test(
    "run gives up after its timeout where work blocks its thread, and says who sleeps",
    arguments: [false, true])
  func runBlocked(besideSleeper: Bool) async throws {
    let log = Log()
    let report = try await issueReport {
      let clock = TestClock()
      let door = DispatchSemaphore(value: 0)
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let sleeper = Task { if besideSleeper { try await clock.sleep(for: .seconds(9)) } }
      // On the main actor: the pool has few threads, and the run needs one of them.
      let task = Task { @MainActor in
        try await clock.sleep(for: .seconds(1))
        continuation.yield()
        door.waitInside()
        log.add("unblocked")
      }
      // Not by `run`, whose timeout may pass on a busy machine before the task has come to its sleep.
      let advance = Task {
        await clock.advance(by: .seconds(1))
        log.add("advanced")
      }
      for await _ in stream { break }
      for _ in 0..<2 { await clock.run(timeout: .milliseconds(50)) }
      door.signal()
      await advance.value
      try await task.value
      sleeper.cancel()
      #expect(await sleeper.result.isFailure == besideSleeper)
    }
    // Who gives up ends no other wait.
    #expect(log.lines == ["unblocked", "advanced"])
    let sleeps = besideSleeper ? "there are sleeps until 9.0 seconds, or " : ""
    #expect(
      report.contains("seconds: \(sleeps)work that it woke has neither suspended nor finished"))
  }
}

/// How long a run may take that is to come to its end, however busy the machine is.
let patience = Duration.seconds(600)

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
