/// Sends away the sheet or destination that a view is in: call it like a function.
///
/// It is about what the view was in when it read the action. Once that has gone it does nothing,
/// whatever is presented by then.
@MainActor public struct DismissAction {
  private let dismisser: Dismisser

  nonisolated init(_ dismisser: Dismisser) {
    self.dismisser = dismisser
  }

  /// Sends away what presents the view; does nothing where nothing does.
  public func callAsFunction() {
    dismisser.action()
  }
}

/// What a presentation is sent away by, as long as it is there.
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
