import Dispatch
import Foundation
import Injection
import TestSupport

/// What each of the tasks read, which are all let go at once.
func readInTasks<R: Sendable>(
  _ count: Int, _ read: @escaping @Sendable () -> R
) async -> [R] {
  let start = Gate()
  let ready = Counter()
  return await withTaskGroup(of: R.self) { group in
    for _ in 0..<count {
      group.addTask {
        if ready.increment() == count { start.open() }
        await start.wait()
        return read()
      }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
}

/// What each of the threads read, which are all let go at once.
func readInThreads<R: Sendable>(
  _ count: Int, _ read: @escaping @Sendable () -> R
) async -> [R] {
  let start = DispatchSemaphore(value: 0)
  let ready = Counter()
  let results = Guarded<[R]>([])
  await withCheckedContinuation { continuation in
    for _ in 0..<count {
      Thread {
        if ready.increment() == count { for _ in 0..<count { start.signal() } }
        start.wait()
        let result = read()
        let isLast = results.withLock { results in
          results.append(result)
          return results.count == count
        }
        if isLast { continuation.resume() }
      }.start()
    }
  }
  return results.withLock { $0 }
}
