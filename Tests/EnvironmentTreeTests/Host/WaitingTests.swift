import EnvironmentTree
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

@concurrent private func spin() async {
  while !Task.isCancelled { await Task.yield() }
}
