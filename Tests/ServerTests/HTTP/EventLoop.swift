import Foundation
import Injection

/// A thread that waits for sockets, so that no thread of the tasks' pool has to.
final class EventLoop: Sendable {
  static let shared = EventLoop()

  enum Event: Sendable {
    case readable, writable

    fileprivate var flag: Int16 { Int16(self == .readable ? POLLIN : POLLOUT) }
  }

  private struct Waiter: Sendable {
    let descriptor: Int32
    let event: Event
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var waiters: [Waiter] = []
    /// Whose waits are over, now and from now on.
    var interrupted: Set<Int32> = []

    mutating func removeWaiters(where isOver: (Waiter) -> Bool) -> [Waiter] {
      let over = waiters.filter(isOver)
      waiters.removeAll(where: isOver)
      return over
    }
  }

  private let state = Guarded(State())
  /// A byte that is written here wakes the thread.
  private let alarm: (reading: Int32, writing: Int32)

  private init() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fatalError("pipe: \(errno)") }
    alarm = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    Thread { [self] in while true { turn() } }.start()
  }

  /// Waits until a descriptor is ready, has failed, or is interrupted.
  func wait(for descriptor: Int32, _ event: Event) async {
    await withCheckedContinuation { continuation in
      let isInterrupted = state.withLock { state in
        if state.interrupted.contains(descriptor) { return true }
        state.waiters.append(
          Waiter(descriptor: descriptor, event: event, continuation: continuation))
        return false
      }
      if isInterrupted { continuation.resume() } else { wake() }
    }
  }

  /// Ends all waits for a descriptor; those to come, too, until it is forgotten.
  func interrupt(_ descriptor: Int32) {
    let over = state.withLock { state in
      state.interrupted.insert(descriptor)
      return state.removeWaiters { $0.descriptor == descriptor }
    }
    // While it is polled, the system keeps a descriptor open that has been closed.
    wake()
    for waiter in over { waiter.continuation.resume() }
  }

  func isInterrupted(_ descriptor: Int32) -> Bool {
    state.withLock { $0.interrupted.contains(descriptor) }
  }

  /// Forgets a descriptor that is about to be closed.
  func forget(_ descriptor: Int32) {
    state.withLock { _ = $0.interrupted.remove(descriptor) }
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(alarm.writing, &byte, 1)
  }

  /// Waits for the descriptors that are waited for now, and resumes those who wait for what is ready.
  private func turn() {
    var entries = state.withLock { state in
      state.waiters.map { pollfd(fd: $0.descriptor, events: $0.event.flag, revents: 0) }
    }
    entries.append(pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0))
    guard poll(&entries, nfds_t(entries.count), -1) > 0 else { return }
    if let alarm = entries.last, alarm.revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 512)
      _ = read(alarm.fd, &bytes, bytes.count)
    }
    var ready: [Int32: Int16] = [:]
    for entry in entries where entry.revents != 0 {
      ready[entry.fd, default: 0] |= entry.revents
    }
    let failed = Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)
    let over = state.withLock { state in
      state.removeWaiters { waiter in
        ready[waiter.descriptor, default: 0] & (waiter.event.flag | failed) != 0
      }
    }
    for waiter in over { waiter.continuation.resume() }
  }
}
