/// A thread for code that may have to be given up where it has no value to go on with.
///
/// Such a thread is parked: it never runs again, and its frames keep what they hold. Ending it inside
/// frames of the user's would leave locks locked that others find unlocked.
enum HelperThread {
  private static let parked = Signal()

  /// Runs a body on a new thread and waits until it has returned, or its thread is parked.
  ///
  /// - Parameter body: Receives what parks the thread.
  static func run(_ body: @escaping @Sendable (_ park: @escaping @Sendable () -> Never) -> Void) {
    let end = Signal()
    ThreadID.start {
      body {
        end.fire()
        while true { parked.wait(seconds: 3_600) {} }
      }
      end.fire()
    }
    end.wait(seconds: 3_600) {}
  }
}
