import CInjectionTestingClocks
import Injection

/// Stands before the runtime's executors while there are test clocks, so that segments which belong
/// to a clock are counted.
///
/// Jobs that belong to no clock take the way they would take otherwise.
package enum WorkTracking {
  private struct State {
    /// The clocks that live; the hooks are there for them, and go with the last.
    var clocks = 0
    /// Those of them that were created outside tasks.
    var clocksOutsideTasks = 0
  }

  private static let state = Guarded(State())

  /// Counts all work of the process that belongs to no other tracker, for clocks that are created
  /// outside tasks: no work is known to be theirs, as a test runner creates a test case with its
  /// properties long before it runs the test.
  private static let others = WorkTracker()
  private static let otherActivity = Activity([others])

  /// The tracker of a clock that the caller creates; each has to be given back.
  static func makeTracker() -> WorkTracker {
    let isOutsideTasks = CInjectionCurrentTask() == 0
    state.withLock { state in
      state.clocks += 1
      _ = install()
      guard isOutsideTasks else { return }
      state.clocksOutsideTasks += 1
      otherActivity.adoptOthers()
    }
    guard !isOutsideTasks else { return others }
    let tracker = WorkTracker()
    Activity.claimCaller(for: tracker)
    return tracker
  }

  /// Takes back the tracker of a clock that is gone.
  static func giveBack(_ tracker: WorkTracker) {
    if tracker !== others { tracker.finish() }
    state.withLock { state in
      if tracker === others {
        state.clocksOutsideTasks -= 1
        if state.clocksOutsideTasks == 0 { Activity.disownOthers() }
      }
      state.clocks -= 1
      if state.clocks == 0 { CInjectionRestore() }
    }
  }

  /// Puts the hooks back on top, where somebody else has put others in their place.
  ///
  /// - Returns: Whether work is counted.
  static func renew() -> Bool {
    state.withLock { _ in install() }
  }

  /// Whether a job that the caller enqueued now would be counted.
  package static var countsCaller: Bool { CInjectionActivity(nil) != nil }

  /// Goes on as in a runtime without hooks, for a test of that, in a process of its own.
  package static func forgetHooks() {
    state.withLock { _ in CInjectionForgetHooks() }
  }

  private static func install() -> Bool {
    #if canImport(Dispatch)
      // An `UnownedJob` is the pointer to its job, and frozen.
      return CInjectionInstall(
        { job, activity in
          guard let job, let activity else { return }
          let owner = Unmanaged<Activity>.fromOpaque(activity).takeUnretainedValue()
          PoolExecutor.run(unsafeBitCast(job, to: UnownedJob.self), of: owner)
        },
        { job, activity in
          guard let job, let activity else { return }
          let owner = Unmanaged<Activity>.fromOpaque(activity).takeUnretainedValue()
          MainExecutorConformance.run(unsafeBitCast(job, to: UnownedJob.self), of: owner)
        }, MainExecutorConformance.witnesses)
    #else
      return false
    #endif
  }
}
