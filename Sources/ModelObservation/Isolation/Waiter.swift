/// Where one task waits for a signal that any thread may give.
///
/// States: idle; signalled, which the next wait consumes; waiting; cancelled, which is final. A
/// continuation is taken out under the lock, and resumed after it.
final class Waiter: Sendable {
  private enum State {
    case idle
    case signalled
    case waiting(CheckedContinuation<Void, Never>)
    case cancelled
  }

  private struct Box {
    var state = State.idle
    /// Actions that other isolations have left for the waiting one.
    var deliveries: [@Sendable () -> Void] = []
  }

  private let box = Guarded(Box())

  /// Suspends until there is a signal, or the task is cancelled.
  func wait(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: isolation) { continuation in
          let resumesNow = box.withLock { box in
            switch box.state {
            case .idle:
              box.state = .waiting(continuation)
              return false
            case .signalled:
              box.state = .idle
              return true
            case .cancelled:
              return true
            case .waiting:
              preconditionFailure("an iterator was asked for two elements at once")
            }
          }
          if resumesNow { continuation.resume() }
        }
      },
      onCancel: { change(to: .cancelled) }, isolation: isolation)
  }

  func signal() {
    change(to: .signalled)
  }

  /// Leaves `delivery` for the waiting isolation, and wakes it; drops it if the waiting has ended.
  func deliver(_ delivery: @escaping @Sendable () -> Void) {
    box.withLock { box in
      if case .cancelled = box.state { return }
      box.deliveries.append(delivery)
    }
    signal()
  }

  /// Ends the waiting; what was delivered and not received is dropped, since it may hold this waiter.
  func close() {
    change(to: .cancelled)
    _ = takeDeliveries()
  }

  /// Performs what was delivered, on the waiting isolation.
  func receive() {
    for delivery in takeDeliveries() { delivery() }
  }

  private func takeDeliveries() -> [@Sendable () -> Void] {
    box.withLock { box in
      defer { box.deliveries = [] }
      return box.deliveries
    }
  }

  private func change(to new: State) {
    let waiting = box.withLock { box -> CheckedContinuation<Void, Never>? in
      switch (box.state, new) {
      case (.cancelled, _):
        return nil
      case (.waiting(let continuation), .cancelled):
        box.state = .cancelled
        return continuation
      case (.waiting(let continuation), _):
        box.state = .idle
        return continuation
      default:
        box.state = new
        return nil
      }
    }
    waiting?.resume()
  }
}
