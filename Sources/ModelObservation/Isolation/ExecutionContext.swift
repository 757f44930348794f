import CModelObservation

/// What identifies a strand of nonisolated code: its task, on whichever thread that is, or outside
/// tasks its thread.
struct ExecutionContext: Hashable, Sendable {
  private let task: UInt64
  /// Zero in a task.
  private let thread: UInt

  static var current: ExecutionContext {
    let task = mo_current_task_number()
    return ExecutionContext(task: task, thread: task == 0 ? Strand.current.thread : 0)
  }
}

func report(_ message: String) {
  message.withCString { mo_report($0) }
}
