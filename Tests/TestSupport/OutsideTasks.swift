import Dispatch
import Foundation

/// Runs the body on a Dispatch queue, which inherits no task-local value.
package func onQueue<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}

/// Runs the body on a thread of its own, with a small stack perhaps, which inherits no task-local value.
package func onThread<R: Sendable>(
  stackSize: Int? = nil, _ body: @escaping @Sendable () -> R
) async -> R {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
}

/// Runs the body on a thread of its own, while this one waits without going on with other work.
package func onThreadInPlace(_ body: @escaping @Sendable () -> Void) {
  let end = DispatchSemaphore(value: 0)
  Thread {
    body()
    end.signal()
  }.start()
  end.wait()
}
