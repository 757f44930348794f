import Dispatch
import Foundation
import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Propagation: handlers, observers and tasks of other kinds", .injected(.allowsLostReads))
struct PropagationHandlerTests {
  // MARK: Tasks

  @Test("A task that starts at once inherits the scope, before its first suspension and after it")
  func immediate() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let scopeEnded = Gate()
    let task = withInjectedValues {
      $0.name = "scope"
    } operation: {
      Task.immediate {
        let first = injected(\.name)
        await scopeEnded.wait()
        return [first, injected(\.name)]
      }
    }
    scopeEnded.open()
    #expect(await task.value == ["scope", "scope"])
  }

  @Test("A task with an executor of its own inherits the scope")
  func executor() async {
    let executor = QueueExecutor()
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      #expect(await Task(executorPreference: executor) { await readName() }.value == "scope")
      let seen = await withTaskExecutorPreference(executor) { await readName() }
      #expect(seen == "scope")
    }
  }

  @Test("What runs on the main actor for a caller runs in its scope")
  func mainActor() async {
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      #expect(await MainActor.run { injected(\.name) } == "scope")
    }
  }

  // MARK: Handlers

  @Test("A cancellation handler runs in the scope of whoever cancels")
  func cancelled() async {
    let (isWaiting, isCancelled) = (Gate(), Gate())
    let seen = Log()
    let task = withInjectedValues {
      $0.name = "task"
    } operation: {
      Task {
        await withTaskCancellationHandler {
          isWaiting.open()
          await isCancelled.wait()
        } onCancel: {
          seen.add(injected(\.name))
          isCancelled.open()
        }
      }
    }
    await isWaiting.wait()
    withInjectedValues {
      $0.name = "canceller"
    } operation: {
      task.cancel()
    }
    await task.value
    #expect(seen.lines == ["canceller"])
  }

  @Test("A cancellation handler of a task that was cancelled before runs in the task's scope")
  func cancelledBefore() async {
    let seen = Log()
    let task = withInjectedValues {
      $0.name = "task"
    } operation: {
      Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await withTaskCancellationHandler {
        } onCancel: {
          seen.add(injected(\.name))
        }
      }
    }
    await task.value
    #expect(seen.lines == ["task"])
  }

  @Test("What a stream does at its end runs in the scope of whoever ends it")
  func termination() async {
    let seen = Log()
    let (stream, continuation) = withInjectedValues {
      $0.name = "producer"
    } operation: {
      AsyncStream.makeStream(of: Int.self)
    }
    continuation.onTermination = { _ in seen.add(injected(\.name)) }
    withInjectedValues {
      $0.name = "end"
    } operation: {
      continuation.finish()
    }
    for await _ in stream {}
    #expect(seen.lines == ["end"])
  }

  @Test("The body of an exit test inherits no scope")
  func exitTest() async {
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      _ = await #expect(processExitsWith: .success) {
        #expect(injected(\.name) == "default")
      }
    }
  }

  // MARK: Foundation

  @Test("The observer of a notification without a queue runs in the poster's scope")
  func notification() {
    let center = NotificationCenter()
    let seen = Log()
    let name = Notification.Name("name")
    let token = withInjectedValues {
      $0.name = "observer"
    } operation: {
      center.addObserver(forName: name, object: nil, queue: nil) { _ in
        seen.add(injected(\.name))
      }
    }
    withInjectedValues {
      $0.name = "poster"
    } operation: {
      center.post(name: name, object: nil)
    }
    center.removeObserver(token)
    #expect(seen.lines == ["poster"])
  }

  @Test("An operation in a queue inherits no scope")
  func operation() async {
    let queue = OperationQueue()
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      let seen = await withCheckedContinuation { continuation in
        queue.addOperation { continuation.resume(returning: injected(\.name)) }
      }
      #expect(seen == "default")
    }
  }
}

private func readName() async -> String { injected(\.name) }

private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
