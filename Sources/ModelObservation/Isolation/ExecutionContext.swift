import CModelObservation

/// What identifies a strand of nonisolated code: its task, on whichever thread that is, or outside
/// tasks its thread.
struct ExecutionContext: Sendable {
  private let task = mo_current_task_number()
  private let thread = Strand.current.thread

  static var current: ExecutionContext { ExecutionContext() }

  /// Whether the calling code belongs to it.
  var isCurrent: Bool {
    let task = mo_current_task_number()
    guard task == 0 && self.task == 0 else { return task == self.task }
    return thread == Strand.current.thread
  }
}

/// Writes a line to standard error.
func report(_ message: String) {
  message.withCString { mo_report($0) }
}
