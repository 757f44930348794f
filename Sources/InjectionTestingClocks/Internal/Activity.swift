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

  /// Gives the activity of a job that the caller enqueues.
  static func current(enqueuing job: UnownedJob) -> Activity? {
    // An `UnownedJob` is the pointer to its job, and frozen.
    CInjectionActivity(unsafeBitCast(job, to: UnsafeMutableRawPointer.self)).map {
      Unmanaged<Activity>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Runs `body`, so that the jobs which it enqueues belong to this activity.
  func attributing(_ body: () -> Void) {
    let last = run(body)
    // An executor may have run a job instead of enqueueing it, and that job claimed this for other trackers.
    let claimed = last.trackers.filter { tracker in !trackers.contains { $0 === tracker } }
    WorkTracker.end(claimed, of: last)
  }

  /// Counts a job as begun, and gives the function that runs it and counts it as ended.
  func segment(_ run: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let counted = WorkTracker.begin(trackers)
    return {
      guard !counted.isEmpty else { return run() }
      // Not the same activity where other trackers have claimed the segment, which count it since.
      let last = Activity(counted).run(run)
      WorkTracker.end(last.trackers, of: last)
    }
  }

  /// Runs `body` as a segment of this activity, and gives the activity that the segment has at its end.
  private func run(_ body: () -> Void) -> Activity {
    let outer = CInjectionExchangeSegment(Unmanaged.passRetained(self).toOpaque())
    body()
    return Activity.take(CInjectionExchangeSegment(outer)) ?? self
  }

  /// The trackers that the caller's segment belongs to.
  static var trackersOfCaller: [WorkTracker] {
    CInjectionOwnActivity(nil)
      .map { Unmanaged<Activity>.fromOpaque($0).takeUnretainedValue().trackers } ?? []
  }

  /// Makes the rest of the caller's segment belong to the tracker as well.
  ///
  /// Outside tasks it does nothing: there is no end at which the claim would be void.
  static func claimCaller(for tracker: WorkTracker) {
    let trackers = trackersOfCaller
    guard !trackers.contains(where: { $0 === tracker }) else { return }
    if CInjectionSegment() != nil {
      // The segment is being counted: so this tracker counts it too, and all count it to its end.
      let begun = WorkTracker.begin([tracker])
      let claimed = Activity(trackers + begun)
      _ = take(CInjectionExchangeSegment(Unmanaged.passRetained(claimed).toOpaque()))
      return
    }
    let task = CInjectionCurrentTask()
    guard task != 0 else { return }
    let claimed = Activity(trackers.filter { !$0.isEnded } + [tracker])
    _ = take(CInjectionClaim(task, Unmanaged.passRetained(claimed).toOpaque()))
  }

  /// Makes jobs belong to this activity that would belong to none; it must never be freed.
  func adoptOthers() {
    CInjectionSetOtherActivity(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Undoes `adoptOthers`.
  static func disownOthers() {
    CInjectionSetOtherActivity(nil)
  }

  /// Takes over a retained reference.
  private static func take(_ activity: UnsafeMutableRawPointer?) -> Activity? {
    activity.map { Unmanaged<Activity>.fromOpaque($0).takeRetainedValue() }
  }
}
