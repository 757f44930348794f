/// Does something when it is tapped.
public struct Button<Label: View>: View, PrimitiveView {
  private let role: ButtonRole?
  private let action: @MainActor () -> Void
  private let label: Label

  /// Creates a button with a view for a label.
  ///
  /// - Parameters:
  ///   - action: Runs at a tap, on the main actor and outside the task-locals of whoever acts on
  ///     the host; not where the button is disabled.
  ///   - label: Makes the label, whose texts a host knows the button by. Runs now: its reads count for
  ///     the body around it.
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    role = nil
    self.action = action
    self.label = label()
  }

  /// Creates a button with a role and a view for a label.
  ///
  /// - Parameters:
  ///   - role: What it is for, which its style is told.
  ///   - action: Runs at a tap, unless the button is disabled.
  ///   - label: Makes the label, whose texts a host knows the button by. Runs now.
  public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  func expand(_ node: ViewNode) -> [Element] {
    guard let style = node.readEnvironment(\.buttonStyle, in: node.scope) else {
      return [Element(.position(0), .make(label))]
    }
    let configuration = ButtonStyleConfiguration(role: role, view: AnyView(label))
    return [Element(.position(0), style.content(configuration))]
  }

  static var runsUserCode: Bool { true }

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
  ///   - role: What it is for, which its style is told.
  ///   - action: Runs at a tap, unless the button is disabled.
  public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button where Label == EnvironmentTree.Label<Text, Image> {
  /// Creates a button with a title and a picture.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - systemImage: Ignored.
  ///   - role: What it is for, which its style is told.
  ///   - action: Runs at a tap, unless the button is disabled.
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) {
      EnvironmentTree.Label(title, systemImage: systemImage)
    }
  }
}

/// What a button is for.
public struct ButtonRole: Hashable, Sendable {
  private let name: String

  /// It deletes something.
  public static let destructive = ButtonRole(name: "destructive")
  /// It leaves things as they are.
  public static let cancel = ButtonRole(name: "cancel")
}
