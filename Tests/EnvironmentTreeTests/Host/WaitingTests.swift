import EnvironmentTree
import Synchronization
import TestSupport
import Testing

@Suite("Waiting for a tree") @MainActor struct WaitingTests {
  enum Wait: CaseIterable {
    case settle, finish, until

    @MainActor func callAsFunction(_ host: TreeHost) async {
      switch self {
      case .settle: await host.settle()
      case .finish: await host.finish()
      case .until: await host.settle { host.outline.isEmpty }
      }
    }
  }

  @Test(
    "Who waits for tasks that do not end returns when cancelled; others wait on",
    arguments: Wait.allCases, [false, true])
  func cancelled(wait: Wait, isEarly: Bool) async {
    let host = TreeHost(Text("text").task { await spin() })
    let begun = Gate()
    let other = Task { await wait(host) }
    let waiter = Task {
      begun.open()
      await wait(host)
    }
    if !isEarly { await begun.wait() }
    waiter.cancel()
    await waiter.value
    host.unmount()
    await other.value
  }

  enum Place: CaseIterable { case mainActor, elsewhere, child }

  @Test(
    "A task that waits by yields is settled, and goes on", .timeLimit(.minutes(10)),
    arguments: Place.allCases)
  func yields(place: Place) async {
    let (done, log) = (Flag(), Log())
    let host = TreeHost(
      Text("text").task {
        switch place {
        case .mainActor: while !done.isSet { await Task.yield() }
        case .elsewhere: await spin { done.isSet }
        case .child: await withTaskGroup { $0.addTask { await spin { done.isSet } } }
        }
        log("ended")
      })
    await host.settle()
    #expect(log.entries == [])
    done.set()
    await host.settle()
    #expect(log.entries == ["ended"])
  }

  @Test("A task that works on in hundreds of parts is waited for, again and again")
  func parts() async {
    let (next, log) = (Flag(), Log())
    let host = TreeHost(
      Text("text").task {
        await work()
        log("first")
        await spin { next.isSet }
        await work()
        log("second")
      })
    await host.settle()
    #expect(log.entries == ["first"])
    next.set()
    await host.settle()
    #expect(log.entries == ["first", "second"])
  }

  @Test("What refreshes is cancelled when the tree is unmounted")
  func refreshing() async {
    let (cancelled, log) = (Gate(), Log())
    let host = TreeHost(
      Text("text").refreshable {
        await withTaskCancellationHandler {
          await cancelled.wait()
        } onCancel: {
          cancelled.open()
        }
        log("ended")
      })
    host.refresh()
    await host.settle()
    host.unmount()
    await host.settle()
    #expect(log.entries == ["ended"])
  }
}

@concurrent private func spin(until isDone: @Sendable () -> Bool = { false }) async {
  while !Task.isCancelled, !isDone() { await Task.yield() }
}

@concurrent private func work() async {
  for _ in 0..<900 { await Task.yield() }
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
