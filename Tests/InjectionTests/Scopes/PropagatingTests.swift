import Dispatch
import Foundation
import Injection
import InjectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("Propagation: what loses the scope, and how to carry it there", .injected(.allowsLostReads))
struct PropagatingTests {
  // MARK: Queues, threads, callbacks

  @Test("A Dispatch queue inherits no scope")
  func queue() async {
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      #expect(await onQueue { injected(\.name) } == "default")
      #expect(injected(\.name) == "scope")
    }
  }

  @Test("A thread inherits no scope")
  func thread() async {
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      #expect(await onThread { injected(\.name) } == "default")
      #expect(injected(\.name) == "scope")
    }
  }

  @Test("A block that a queue runs while its caller waits inherits the scope")
  func queueSync() {
    withInjectedValues {
      $0.name = "scope"
    } operation: {
      let queue = DispatchQueue(label: "sync")
      #expect(queue.sync { injected(\.name) } == "scope")
    }
  }

  @Test("The callback of a callback API inherits no scope")
  func callback() async {
    let api = CallbackAPI()
    let seen = await withInjectedValues {
      $0.name = "scope"
    } operation: {
      await withCheckedContinuation { continuation in
        api.fetch { number in
          continuation.resume(returning: "\(injected(\.name)) \(number)")
        }
      }
    }
    #expect(seen == "default 42")
  }

  @Test("A task that awaits a continuation has its scope back when it resumes")
  func continuation() async {
    let api = CallbackAPI()
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      let number = await withCheckedContinuation { continuation in
        #expect(injected(\.name) == "scope")
        api.fetch { continuation.resume(returning: $0) }
      }
      #expect(number == 42)
      #expect(injected(\.name) == "scope")
    }
  }

  // MARK: Carried by a captured scope

  @Test("A captured scope carries its values to a queue")
  func capturedOnQueue() async {
    let current = scope(named: "scope")
    #expect(await onQueue { current.run { injected(\.name) } } == "scope")
    #expect(await onQueue { injected(\.name) } == "default")
  }

  @Test("A captured scope carries its values to a thread")
  func capturedOnThread() async {
    let current = scope(named: "scope")
    #expect(await onThread { current.run { injected(\.name) } } == "scope")
  }

  @Test("A captured scope carries its values to a detached task")
  func capturedInDetached() async {
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      let current = InjectedValues.current
      let task = Task.detached {
        await current.run { await Task { injected(\.name) }.value }
      }
      #expect(await task.value == "scope")
    }
  }

  // MARK: Carried by propagating

  @Test("A propagating closure runs in the scope that it was made in")
  func propagating() async {
    let read = withInjectedValues {
      $0.name = "scope"
    } operation: {
      InjectedValues.propagating { injected(\.name) }
    }
    #expect(read() == "scope")
    #expect(await onQueue { read() } == "scope")
    #expect(await onThread { read() } == "scope")
    #expect(injected(\.name) == "default")
  }

  @Test("A propagating closure takes any number of arguments")
  func propagatingArguments() async {
    let api = CallbackAPI()
    let seen = await withInjectedValues {
      $0.name = "scope"
    } operation: {
      await withCheckedContinuation { continuation in
        api.fetch(
          InjectedValues.propagating { (number: Int) in
            continuation.resume(returning: "\(injected(\.name)) \(number)")
          })
      }
    }
    let join = InjectedValues.propagating { (first: Int, second: String) in "\(first)\(second)" }
    #expect(seen == "scope 42")
    #expect(join(1, "a") == "1a")
  }

  @Test("A propagating closure passes on what it throws")
  func propagatingThrows() async {
    let fail = withInjectedValues {
      $0.name = "scope"
    } operation: {
      InjectedValues.propagating { (isBad: Bool) throws -> String in
        if isBad { throw Failure(seen: injected(\.name)) }
        return injected(\.name)
      }
    }
    let results = await onQueue {
      (Result { try fail(true) }.failure as? Failure, try? fail(false))
    }
    #expect(results.0 == Failure(seen: "scope"))
    #expect(results.1 == "scope")
    #expect(injected(\.name) == "default")
  }

  @Test("A propagating async closure keeps its scope across suspensions")
  func propagatingAsync() async throws {
    let read = withInjectedValues {
      $0.name = "scope"
    } operation: {
      InjectedValues.propagating { @concurrent (suffix: String) async throws -> String in
        let name = await Task { injected(\.name) }.value
        try Task.checkCancellation()
        return name + injected(\.name) + suffix
      }
    }
    let task = Task.detached { try await read("!") }
    #expect(try await task.value == "scopescope!")
    #expect(injected(\.name) == "default")
  }

  @Test("A propagating closure for the main actor runs there, in its scope")
  func propagatingOnMain() async {
    let read = withInjectedValues {
      $0.name = "scope"
    } operation: {
      InjectedValues.propagating(onMain: { @MainActor (suffix: String) in
        MainActor.assertIsolated()
        return injected(\.name) + suffix
      })
    }
    #expect(await read("!") == "scope!")
    #expect(await Task.detached { await read("?") }.value == "scope?")
  }

  @Test("A propagating closure is taken by the main queue, and one for the main actor as well")
  func propagatingOnMainQueue() async {
    let names = await withInjectedValues {
      $0.name = "scope"
    } operation: {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async(
          execute: InjectedValues.propagating {
            let name = injected(\.name)
            DispatchQueue.main.async(
              execute: InjectedValues.propagating(onMain: {
                continuation.resume(returning: [name, injected(\.name)])
              }))
          })
      }
    }
    #expect(names == ["scope", "scope"])
  }

  // MARK: Owners

  @Test("deinit runs in the scope of whoever releases last, and keeps its owner's values")
  func deinitReads() async {
    let log = Log()
    func make() -> Announcer {
      withInjectedValues {
        $0.name = "owner"
      } operation: {
        Announcer(log: log)
      }
    }
    var announcer: Announcer? = make()
    announcer = nil
    #expect(log.lines == ["owner default"])

    announcer = make()
    withInjectedValues {
      $0.name = "releaser"
    } operation: {
      announcer = nil
    }
    #expect(log.lines.last == "releaser releaser")

    let lastReference = Mutex<Announcer?>(make())
    await onThread { lastReference.withLock { $0 = nil } }
    #expect(log.lines.last == "owner default")
    #expect(log.lines.count == 3)
    #expect(announcer == nil)
  }

  @Test("An isolated deinit runs in no scope, and keeps its owner's values")
  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  @MainActor func isolatedDeinitReads() {
    let log = Log()
    var announcer: IsolatedAnnouncer? = withInjectedValues {
      $0.name = "owner"
    } operation: {
      IsolatedAnnouncer(log: log)
    }
    withInjectedValues {
      $0.name = "releaser"
    } operation: {
      announcer = nil
    }
    #expect(announcer == nil)
    #expect(log.lines == ["owner default"])
  }

  @Test("A static let keeps the scope of its first use, unless its reader overrides anew")
  func staticLetOwner() async {
    let first = withInjectedValues {
      $0.name = "first use"
    } operation: {
      Shared.owner.name
    }
    let second = await withInjectedValues {
      $0.name = "second use"
    } operation: {
      await Task { Shared.owner.name }.value
    }
    #expect(first == "first use")
    #expect(second == "second use")
    #expect(Shared.owner.name == "first use")
    #expect(await onQueue { Shared.owner.name } == "first use")
  }
}

private final class CallbackAPI: Sendable {
  private let queue = DispatchQueue(label: "callback")

  func fetch(_ completion: @escaping @Sendable (Int) -> Void) {
    queue.async { completion(42) }
  }
}

private final class Announcer: Sendable {
  private let name = Injected(\.name)
  private let log: Log

  init(log: Log) { self.log = log }

  deinit { log.add("\(name()) \(injected(\.name))") }
}

@available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
@MainActor private final class IsolatedAnnouncer {
  private let name = Injected(\.name)
  private let log: Log

  init(log: Log) { self.log = log }

  isolated deinit { log.add("\(name()) \(injected(\.name))") }
}

private final class NameOwner: Sendable {
  private let injectedName = Injected(\.name)

  var name: String { injectedName.wrappedValue }
}

private enum Shared {
  static let owner = NameOwner()
}

private struct Failure: Error, Equatable {
  let seen: String
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
