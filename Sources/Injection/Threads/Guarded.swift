import Synchronization

/// A `Mutex` whose hand-over the thread sanitizer can see.
///
/// On Linux a contended `Mutex` is handed over by the kernel, without an atomic operation of the
/// process, so that the sanitizer reports races between its critical sections. Each holder reads,
/// with an acquiring load, what the one before it has stored with a releasing store. Not used on the
/// fast path of a read.
///
/// The sanitizer cannot see either who still holds the storage of an array. So an array that leaves the lock is
/// copied (`map(\.self)`), or not written any more: a change in place would be reported as a race with readers.
package struct Guarded<State: ~Copyable>: ~Copyable {
  private let mutex: Mutex<State>
  private let handover = Atomic<UInt>(0)

  package init(_ state: consuming sending State) {
    mutex = Mutex(state)
  }

  package borrowing func withLock<R: ~Copyable, E: Error>(
    _ body: (inout sending State) throws(E) -> sending R
  ) throws(E) -> sending R {
    try mutex.withLock { (state: inout sending State) throws(E) -> sending R in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(0, ordering: .releasing) }
      return try body(&state)
    }
  }
}

extension Guarded: Sendable where State: Sendable {}
