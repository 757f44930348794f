import InjectionTestingClocks
import TestSupport
import Testing

/// `advance` waits for exactly the work that it wakes: each of these reads, right after it, what
/// that work has done, with no other wait.
@Suite("What the test clock waits for")
struct WorkTrackingTests {
  @Test("Chains of sleeps, hops and child tasks, 1,000 in parallel")
  func parallel() async {
    await withTaskGroup { group in
      for index in 0..<1000 {
        group.addTask {
          let clock = TestClock()
          let log = Log()
          Task {
            try await clock.sleep(for: .seconds(1))
            await withTaskGroup { children in
              for _ in 0..<3 { children.addTask { await hop(4) } }
              await children.waitForAll()
            }
            await Counter().increment(by: index)
            log.add("woke")
            try await clock.sleep(for: .seconds(1))
            log.add("again")
          }
          await clock.advance(by: .seconds(1))
          #expect(log.lines == ["woke"])
          await clock.advance(by: .seconds(1))
          #expect(log.lines == ["woke", "again"])
        }
      }
    }
  }

  @Test("100 tasks with 100 sleeps each")
  func chained() async {
    let clock = TestClock()
    let log = Log()
    for _ in 0..<100 {
      Task {
        for _ in 0..<100 {
          try await clock.sleep(for: .seconds(1))
          log.add("")
        }
      }
    }
    for second in 1...100 {
      await clock.advance(by: .seconds(1))
      #expect(log.lines.count == second * 100)
    }
    #expect(clock.deadlines.isEmpty)
  }

  @Test("A long chain of hops between tasks, before the first sleep as well")
  func longChain() async {
    let clock = TestClock()
    let log = Log()
    Task {
      await hop(500)
      try await clock.sleep(for: .seconds(1))
      await hop(500)
      log.add("done")
    }
    await clock.advance()
    #expect(clock.deadlines.count == 1)
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["done"])
  }

  @Test("Work on the main actor, and tasks that it creates there")
  func mainActor() async {
    let clock = TestClock()
    let model = await MainModel(clock: clock)
    await model.start()
    for second in 1...20 {
      await clock.advance(by: .seconds(1))
      #expect(await model.ticks == second)
      #expect(await model.saved == second)
    }
    await model.stop()
  }

  @Test("A test on the main actor itself")
  @MainActor func onMainActor() async {
    let clock = TestClock()
    let model = MainModel(clock: clock)
    model.start()
    for second in 1...20 {
      await clock.advance(by: .seconds(1))
      MainActor.assertIsolated()
      #expect(model.ticks == second)
      #expect(model.saved == second)
    }
    model.stop()
  }

  @Test("Work on an actor that other tasks call at the same time")
  func actors() async {
    let clock = TestClock()
    let counter = Counter()
    for _ in 0..<50 {
      Task {
        try await clock.sleep(for: .seconds(1))
        for _ in 0..<20 { await counter.increment(by: 1) }
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(await counter.value == 1000)
  }

  @Test("Detached tasks, async let, streams, and tasks of every priority")
  func kinds() async {
    let clock = TestClock()
    let log = Log()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let reader = Task {
      for await element in stream {
        await hop(5)
        log.add("stream \(element)")
      }
    }
    for priority in [TaskPriority.background, .utility, .low, .medium, .high] {
      Task(priority: priority) {
        try await clock.sleep(for: .seconds(1))
        Task.detached {
          async let left: Void = hop(3)
          async let right: Void = hop(4)
          _ = await (left, right)
          log.add("detached")
          continuation.yield(Int(priority.rawValue))
        }
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines.filter { $0 == "detached" }.count == 5)
    #expect(log.lines.filter { $0.hasPrefix("stream") }.count == 5)
    continuation.finish()
    await reader.value
  }

  @Test("Task.yield, in tasks and on the main actor")
  func yields() async {
    let clock = TestClock()
    let log = Log()
    Task {
      try await clock.sleep(for: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
      log.add("pool")
    }
    Task { @MainActor in
      try await clock.sleep(for: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
      log.add("main")
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines.sorted() == ["main", "pool"])
  }
}

/// Goes through as many tasks.
@concurrent func hop(_ count: Int) async {
  if count > 0 { await Task { await hop(count - 1) }.value }
}

private actor Counter {
  private(set) var value = 0
  func increment(by amount: Int) { value += amount }
}

@MainActor private final class MainModel {
  private let clock: any Clock<Duration>
  private var task: Task<Void, any Error>?
  private(set) var ticks = 0
  private(set) var saved = 0

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  func start() {
    task = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        MainActor.assertIsolated()
        ticks += 1
        Task { await save() }
      }
    }
  }

  func stop() { task?.cancel() }

  private func save() async {
    let now = ticks
    await Task.detached { await hop(3) }.value
    await Task { @MainActor in await hop(1) }.value
    saved = now
  }
}
