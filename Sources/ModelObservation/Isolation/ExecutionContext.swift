import CModelObservation

/// Identifies code that is not concurrent with itself: a task while it is on one executor, on whichever
/// thread, or outside tasks a thread.
///
/// A task that comes to an actor is in the actor's part of the graph, and has left its own.
struct ExecutionContext: Hashable, Sendable {
  private let task: UInt64
  /// The executor of a task, or zero where the task has no isolation; outside tasks the thread.
  private let place: UInt

  static var current: ExecutionContext {
    let context = mo_current_context()
    let place = context.task == 0 ? Strand.current.thread : context.executor
    return ExecutionContext(task: context.task, place: place)
  }
}

func report(_ message: String) {
  message.withCString { mo_report($0) }
}
