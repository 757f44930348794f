import CInjectionTestingClocks

/// What a segment of work belongs to: the trackers that count it.
///
/// A *segment* is what a job runs from one suspension to the next. The jobs that it enqueues belong
/// to the same activity: tasks that it creates, tasks that it resumes, and itself where it hops to
/// another executor.
final class Activity: Sendable {
  let trackers: [WorkTracker]

  init(_ trackers: [WorkTracker]) {
    self.trackers = trackers
  }

  /// What a job belongs to that the caller enqueues.
  static func current(enqueuing job: UnownedJob) -> Activity? {
    // An `UnownedJob` is the pointer to its job, and frozen.
    CInjectionActivity(unsafeBitCast(job, to: UnsafeMutableRawPointer.self)).map {
      Unmanaged<Activity>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Runs `body`, so that the jobs which it enqueues belong to this activity.
  func attributing(_ body: () -> Void) {
    let outer = CInjectionExchangeMark(retainedMark)
    body()
    Activity.release(CInjectionExchangeMark(outer))
  }

  /// Counts a job as begun, and gives what has to run it and to count it as ended.
  func segment(_ run: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let counted = trackers.filter { !$0.isEnded }
    for tracker in counted { tracker.begin() }
    return {
      guard !counted.isEmpty else { return run() }
      let outer = CInjectionExchangeMark(Activity(counted).retainedMark)
      run()
      // Not the same where the segment has been claimed by other trackers, which count it since.
      let last = CInjectionExchangeMark(outer)
      guard let activity = last.activity else { return }
      let trackers = Unmanaged<Activity>.fromOpaque(activity).takeRetainedValue().trackers
      // The last one first: who waits for that, in work of the others, goes on for these.
      for (index, tracker) in trackers.enumerated().reversed() {
        tracker.end(within: trackers[..<index])
      }
    }
  }

  /// What the caller's segment belongs to.
  static var trackersOfCaller: [WorkTracker] {
    CInjectionCurrentMark(nil).activity
      .map { Unmanaged<Activity>.fromOpaque($0).takeUnretainedValue().trackers } ?? []
  }

  /// Makes the rest of the caller's segment belong to the tracker as well.
  ///
  /// Outside tasks it does nothing: there is no end at which the mark would be void.
  static func claimCaller(for tracker: WorkTracker) {
    let mark = CInjectionCurrentMark(nil)
    let trackers = trackersOfCaller
    guard !trackers.contains(where: { $0 === tracker }) else { return }
    if mark.activity != nil, mark.task == 0 {
      // The segment is counted; all its trackers are, to its end.
      tracker.begin()
      release(CInjectionExchangeMark(Activity(trackers + [tracker]).retainedMark))
      return
    }
    let task = CInjectionCurrentTask()
    guard task != 0 else { return }
    var claimed = Activity(trackers.filter { !$0.isEnded } + [tracker]).retainedMark
    claimed.task = task
    release(CInjectionExchangeMark(claimed))
  }

  /// Makes jobs belong to this activity that would belong to none; it must never be freed.
  func adoptOthers() {
    CInjectionSetOtherActivity(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Lets jobs belong to none that would belong to none.
  static func disownOthers() {
    CInjectionSetOtherActivity(nil)
  }

  private var retainedMark: CInjectionMark {
    CInjectionMark(activity: Unmanaged.passRetained(self).toOpaque(), task: 0)
  }

  private static func release(_ mark: CInjectionMark) {
    guard let activity = mark.activity else { return }
    Unmanaged<Activity>.fromOpaque(activity).release()
  }
}
