/// Does something when it is tapped.
public struct Button<Label: View>: View, PrimitiveView {
  private let action: @MainActor () -> Void
  private let label: Label

  /// Creates a button with a view for a label.
  ///
  /// - Parameters:
  ///   - action: Runs at a tap, on the main actor and outside the task-locals of whoever acts on
  ///     the host; not where the button is disabled.
  ///   - label: Makes the label, whose texts a host knows the button by. Runs now: what it reads,
  ///     the body around it reads.
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  /// Creates a button with a role and a view for a label.
  ///
  /// - Parameters:
  ///   - role: Ignored.
  ///   - action: Runs at a tap, unless the button is disabled.
  ///   - label: Makes the label, whose texts a host knows the button by. Runs now.
  public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(action: action, label: label)
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(label))] }

  func describe(_ node: ViewNode) -> Description? {
    Description("Button", .content, action: .tap(action))
  }
}

extension Button where Label == Text {
  /// Creates a button with a title.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - action: Runs at a tap, unless the button is disabled.
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }

  /// Creates a button with a title and a role.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - role: Ignored.
  ///   - action: Runs at a tap, unless the button is disabled.
  public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(title, action: action)
  }
}

/// What a button is for.
///
/// It changes nothing here.
public struct ButtonRole: Hashable, Sendable {
  private let name: String

  /// It deletes something.
  public static let destructive = ButtonRole(name: "destructive")
  /// It leaves things as they are.
  public static let cancel = ButtonRole(name: "cancel")
}
