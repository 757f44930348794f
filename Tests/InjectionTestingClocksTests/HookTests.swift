import Dispatch
import Foundation
import Injection
import InjectionTestingClocks
import TestSupport
import Testing

/// Each in a process of its own, since the hooks are the process's.
@Suite("The hooks of test clocks")
struct HookTests {
  @Test("They are there while a clock is, and go with the last one")
  func comeAndGo() async {
    await #expect(processExitsWith: .success) {
      #expect(RuntimeHooks.addresses == [0, 0, 0])
      for _ in 0..<3 {
        var first: TestClock? = TestClock()
        let hooks = RuntimeHooks.addresses
        #expect(!hooks.contains(0))
        var second: TestClock? = TestClock()
        first = nil
        #expect(RuntimeHooks.addresses == hooks)
        await second?.advance(by: .seconds(1))
        second = nil
        #expect(RuntimeHooks.addresses == [0, 0, 0])
        _ = (first, second)
      }
    }
  }

  @Test("The main actor has one executor before, while and after there are clocks")
  func mainExecutor() async {
    await #expect(processExitsWith: .success) {
      let before = RuntimeHooks.mainExecutorIdentity
      let others = Task.detached {
        while !Task.isCancelled {
          _ = TestClock()
          // The pool may have one thread, which others need.
          await Task.yield()
        }
      }
      await Task { @MainActor in
        for _ in 0..<1000 {
          #expect(RuntimeHooks.mainExecutorIdentity == before)
          let clock = TestClock()
          await Task { _ = clock.now }.value
        }
      }.value
      others.cancel()
      await others.value
      #expect(RuntimeHooks.addresses == [0, 0, 0])
      #expect(RuntimeHooks.mainExecutorIdentity == before)
    }
  }

  @Test("The main actor is the same in the code that the last clock leaves")
  func mainActorAfterwards() async {
    await #expect(processExitsWith: .success) {
      let task = Task { @MainActor in
        let log = Log()
        for _ in 0..<50 {
          do {
            let clock = TestClock()
            let sleeper = Task {
              try await clock.sleep(for: .seconds(1))
              MainActor.assertIsolated()
              log.add("woke")
            }
            await clock.advance(by: .seconds(1))
            try await sleeper.value
          }
          #expect(RuntimeHooks.addresses == [0, 0, 0])
          MainActor.assertIsolated()
          assumeMainActor { log.add("is main") }
          dispatchPrecondition(condition: .onQueue(.main))
          await Task { @MainActor in MainActor.assertIsolated() }.value
          await Task.yield()
          MainActor.assertIsolated()
          await Task.detached { await MainActor.run { MainActor.assertIsolated() } }.value
        }
        return log.lines.count
      }
      let count = try await task.value
      #expect(count == 100)
    }
  }

  @Test("Who takes another thread for the main actor is stopped, while there is a clock as well")
  func notMainActor() async {
    await #expect(processExitsWith: .failure) {
      let clock = TestClock()
      await Task.detached { assumeMainActor {} }.value
      withExtendedLifetime(clock) {}
    }
  }

  @Test("Clocks that come and go in many tasks leave none behind")
  func manyComeAndGo() async {
    await #expect(processExitsWith: .success) {
      await withTaskGroup { group in
        for _ in 0..<2000 {
          group.addTask {
            let log = Log()
            let clock = TestClock()
            Task { @MainActor in
              try await clock.sleep(for: .seconds(1))
              MainActor.assertIsolated()
              log.add("woke")
            }
            await clock.advance(by: .seconds(1))
            #expect(log.lines == ["woke"])
          }
        }
      }
      // The last tasks may still be about to free what they captured.
      while RuntimeHooks.addresses != [0, 0, 0] { await Task.yield() }
    }
  }

  @Test("A hook of another library sees each job, and is what stays")
  func chained() async {
    await #expect(processExitsWith: .success) {
      RuntimeHooks.enqueueGlobal = { job, original in
        passedJobs.withLock { $0 += 1 }
        original(job)
      }
      let others = RuntimeHooks.addresses
      do {
        let clock = TestClock()
        #expect(RuntimeHooks.addresses != others)
        let log = Log()
        let before = passedJobs.withLock { $0 }
        for _ in 0..<100 {
          Task {
            await hop(3)
            try await clock.sleep(for: .seconds(1))
            await hop(3)
            log.add("woke")
          }
        }
        await clock.advance(by: .seconds(1))
        #expect(log.lines.count == 100)
        #expect(passedJobs.withLock { $0 } - before >= 800)
      }
      #expect(RuntimeHooks.addresses == others)
    }
  }

  @Test("A hook that another library has for the main actor stays where it is")
  func chainedMain() async {
    await #expect(processExitsWith: .success) {
      RuntimeHooks.enqueueMain = { job, original in original(job) }
      let others = RuntimeHooks.addresses
      do {
        let clock = TestClock()
        #expect(RuntimeHooks.addresses[1] == others[1])
        let log = Log()
        Task { @MainActor in
          try await clock.sleep(for: .seconds(1))
          await hop(3)
          log.add("woke")
        }
        await clock.advance(by: .seconds(1))
        #expect(log.lines == ["woke"])
      }
      #expect(RuntimeHooks.addresses == others)
    }
  }

  @Test("The pool that another library moves to the main actor stays there, and is counted")
  func mainSerial() async {
    await #expect(processExitsWith: .success) {
      // What the main serial executor of swift-concurrency-extras does.
      RuntimeHooks.enqueueGlobal = { job, _ in MainActor.shared.enqueue(job) }
      defer { RuntimeHooks.enqueueGlobal = nil }
      await Task {
        let log = Log()
        let clock = TestClock()
        for number in 0..<20 {
          Task.detached {
            try await clock.sleep(for: .seconds(1))
            dispatchPrecondition(condition: .onQueue(.main))
            await hop(3)
            log.add("\(number)")
          }
        }
        await clock.advance(by: .seconds(1))
        #expect(log.lines == (0..<20).map { "\($0)" })
      }.value
    }
  }

  @Test("A hook that another library sets later is passed by at the next advance")
  func replaced() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      RuntimeHooks.enqueueGlobal = { job, original in
        passedJobs.withLock { $0 += 1 }
        original(job)
      }
      let log = Log()
      await clock.advance()
      Task {
        try await clock.sleep(for: .seconds(1))
        await hop(20)
        log.add("woke")
      }
      await clock.advance(by: .seconds(1))
      #expect(log.lines == ["woke"])
      #expect(passedJobs.withLock { $0 } > 20)
    }
  }

  @Test("A hook that calls the one before it, and is passed by again, calls it once")
  func onTopAndBelow() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      outerHook.withLock { $0 = RuntimeHooks.enqueueGlobal }
      RuntimeHooks.enqueueGlobal = { job, original in
        let isNested = Thread.current.threadDictionary["isInHook"] != nil
        passedJobs.withLock { $0 += isNested ? 1_000_000 : 1 }
        Thread.current.threadDictionary["isInHook"] = true
        outerHook.withLock { $0 }?(job, original)
        Thread.current.threadDictionary["isInHook"] = nil
      }
      let log = Log()
      await clock.advance()
      Task {
        try await clock.sleep(for: .seconds(1))
        await hop(20)
        log.add("woke")
      }
      await clock.advance(by: .seconds(1))
      #expect(log.lines == ["woke"])
      #expect((20..<1_000_000).contains(passedJobs.withLock { $0 }))
    }
  }

  @Test("Where the runtime has no hooks, advance moves the time and says that it waits for nothing")
  func none() async {
    await #expect(processExitsWith: .success) {
      WorkTracking.forgetHooks()
      let report = await issueReport {
        let clock = TestClock()
        #expect(RuntimeHooks.addresses == [0, 0, 0])
        await clock.advance(by: .seconds(1))
        #expect(clock.now.offset == .seconds(1))
      }
      #expect(report.contains("the concurrency runtime has no hooks for that"))
    }
  }

  @Test("Where another library gives the main actor its executor, advance says so")
  func mainExecutorHeld() async {
    await #expect(processExitsWith: .success) {
      do {
        let clock = TestClock()
        RuntimeHooks.mainExecutor = { original in original() }
        let report = await issueReport { await clock.advance(by: .seconds(1)) }
        RuntimeHooks.mainExecutor = nil
        #expect(report.contains("another library gives the main actor its executor"))
      }
      #expect(RuntimeHooks.addresses == [0, 0, 0])
    }
  }
}

private let passedJobs = Guarded(0)
private let outerHook = Guarded<EnqueueHook?>(nil)
