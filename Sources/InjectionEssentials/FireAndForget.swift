public import Injection

/// Starts work that nobody waits for: in `\.fireAndForget`.
///
/// ```swift
/// struct Checkout {
///   @Injected(\.fireAndForget) var fireAndForget
///   let track: @Sendable (String) async throws -> Void
///
///   func pay() async -> String {
///     await fireAndForget { [track] in try await track("paid") }
///     return "thanks"
///   }
/// }
/// ```
///
/// A test waits for the work where an app does not, and so finds what it has done right after.
public struct FireAndForget: Sendable {
  /// What is started.
  public typealias Work = @Sendable () async -> Void

  private let start: @Sendable (TaskPriority?, @escaping Work) async -> Void

  /// Creates a service.
  ///
  /// - Parameter start: Runs the work, now or later.
  public init(
    _ start: @escaping @Sendable (_ priority: TaskPriority?, _ work: @escaping Work) async -> Void
  ) {
    self.start = start
  }

  /// Runs the work, in a task of its own as well, before it returns.
  public static var immediate: FireAndForget {
    FireAndForget { priority, work in await Task(priority: priority) { await work() }.value }
  }

  /// Starts work; what it throws is lost.
  ///
  /// A task that it starts inherits the task-locals of the caller, and so the scope. It is not
  /// cancelled with the caller's.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; the caller's, if none.
  ///   - work: The work.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) async {
    await start(priority) { try? await work() }
  }
}

extension InjectedValues {
  /// What starts work that nobody waits for.
  ///
  /// Live and in previews a task of its own. In tests the work runs before the call returns, and that
  /// is no issue.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

private enum FireAndForgetKey: InjectedKey {
  static var liveValue: FireAndForget {
    FireAndForget { priority, work in Task(priority: priority) { await work() } }
  }
  static var previewValue: FireAndForget { liveValue }
  static var testValue: FireAndForget { .immediate }
}
