/// Sends away the sheet or destination that a view is in: call it like a function.
///
/// It is for the sheet or destination that the view was in when it read the action. Once that one has
/// gone, the action does nothing, whatever is presented by then.
@MainActor public struct DismissAction {
  private let dismisser: Dismisser

  nonisolated init(_ dismisser: Dismisser) {
    self.dismisser = dismisser
  }

  /// Sends away the sheet or destination that the view is in; does nothing where there is none.
  public func callAsFunction() {
    dismisser.action()
  }
}

/// The action that sends a presentation away; it does nothing once that has gone.
final class Dismisser: Sendable {
  @MainActor var action: @MainActor () -> Void = {}

  @MainActor func end() { action = {} }
}

extension EnvironmentValues {
  /// Sends away the sheet or destination that a view is in.
  public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether a view is in a sheet or in a pushed destination.
  public internal(set) var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
}

private enum DismissKey: EnvironmentKey {
  static let defaultValue = DismissAction(Dismisser())
}

private enum IsPresentedKey: EnvironmentKey {
  static let defaultValue = false
}
