import CModelObservation

/// What identifies a strand of code that is not concurrent with itself: its task while that is on one
/// executor, on whichever thread, or outside tasks its thread.
///
/// A task that comes to an actor is in that one's part of the graph, and has left its own.
struct ExecutionContext: Hashable, Sendable {
  private let task: UInt64
  /// The executor of a task, zero where that has no isolation; else the thread.
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
