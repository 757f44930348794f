internal import Foundation

/// The time that this thread has had a processor: on a shared machine, others' is not counted.
enum ProcessorTime {
  /// The time that a body takes.
  static func nanoseconds(_ body: () -> Void) -> Int {
    let before = now()
    body()
    return now() - before
  }

  /// The time that a body takes that stays on its thread: on no actor, which it would have to leave.
  @concurrent
  static func nanosecondsAsync(_ body: @Sendable @concurrent () async -> Void) async -> Int {
    let before = now()
    await body()
    return now() - before
  }

  /// The time that a body takes on all threads.
  static func nanosecondsOfProcess(_ body: () async -> Void) async -> Int {
    let before = now(CLOCK_PROCESS_CPUTIME_ID)
    await body()
    return now(CLOCK_PROCESS_CPUTIME_ID) - before
  }

  private static func now(_ clock: clockid_t = CLOCK_THREAD_CPUTIME_ID) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}

/// Keeps the compiler from dropping a value.
@inline(never) @_optimize(none) func blackHole<Value>(_ value: Value) {}

/// Makes the compiler take everything reachable for changed.
@inline(never) @_optimize(none) func barrier() {}
