import Injection
import InjectionEssentials
import TestSupport
import Testing

@Suite("Work that nobody waits for")
struct FireAndForgetTests {
  @Test("In a test it has run when the call returns, and is no issue")
  func test() async {
    let log = Log()
    let checkout = Checkout(track: { log.add($0) })
    let issues = await collectingIssues {
      let answer = await checkout.pay()
      #expect(answer == "thanks")
      #expect(log.lines == ["paid"])
    }
    #expect(issues.isEmpty)
  }

  @Test(
    "Live it is a task of its own, with the caller's scope",
    arguments: [InjectedContext.live, .preview])
  func live(context: InjectedContext) async {
    let door = AsyncStream.makeStream(of: Void.self)
    let done = AsyncStream.makeStream(of: String.self)
    await withInjectedValues {
      $0.context = context
      $0.processEnvironment = ["USER_NAME": "ada"]
    } operation: {
      let fireAndForget = injected(\.fireAndForget)
      await fireAndForget(priority: .high) {
        for await _ in door.stream { break }
        done.continuation.yield(injected(\.processEnvironment)["USER_NAME"] ?? "nobody")
      }
    }
    // It came here, though the work waits.
    door.continuation.yield()
    for await name in done.stream {
      #expect(name == "ada")
      break
    }
  }

  @Test(
    "Work that throws is forgotten too, and not cancelled with the caller's task",
    arguments: InjectedContext.allCases)
  func throwing(context: InjectedContext) async {
    let log = Log()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await withInjectedValues {
        $0.context = context
      } operation: {
        let done = AsyncStream.makeStream(of: Void.self)
        let fireAndForget = injected(\.fireAndForget)
        await fireAndForget {
          defer { done.continuation.finish() }
          log.add(Task.isCancelled ? "cancelled" : "not cancelled")
          throw CancellationError()
        }
        await Task.detached { for await _ in done.stream {} }.value
      }
    }.value
    #expect(log.lines == ["not cancelled"])
  }

  @Test(
    "The work's task has the priority that is asked for", arguments: InjectedContext.allCases)
  func priority(context: InjectedContext) async {
    let done = AsyncStream.makeStream(of: TaskPriority?.self)
    await withInjectedValues {
      $0.context = context
    } operation: {
      let fireAndForget = injected(\.fireAndForget)
      await fireAndForget(priority: .background) { done.continuation.yield(Task.basePriority) }
    }
    for await priority in done.stream {
      #expect(priority == .background)
      break
    }
  }

  @Test("An override is what the code uses")
  func overridden() async {
    let log = Log()
    await withInjectedValues {
      $0.fireAndForget = FireAndForget { _, _ in log.add("not run") }
    } operation: {
      _ = await Checkout(track: { log.add($0) }).pay()
    }
    #expect(log.lines == ["not run"])
  }

  @Test("A service of one's own is told the priority, and runs the work")
  func custom() async {
    let log = Log()
    let service = FireAndForget { priority, work in
      log.add("\(priority == .background)")
      await work()
    }
    await service(priority: .background) { log.add("ran") }
    #expect(log.lines == ["true", "ran"])
  }
}

struct Checkout {
  @Injected(\.fireAndForget) var fireAndForget
  let track: @Sendable (String) async throws -> Void

  func pay() async -> String {
    await fireAndForget { [track] in try await track("paid") }
    return "thanks"
  }
}
