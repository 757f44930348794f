/// Turns something on and off.
public struct Toggle<Label: View>: View, PrimitiveView {
  private let isOn: Binding<Bool>
  private let label: Label

  /// Creates a switch with a view for a label.
  ///
  /// - Parameters:
  ///   - isOn: Whether it is on. Read when this view is evaluated: a change has it evaluated again,
  ///     and not the body around it.
  ///   - label: Makes the label, whose texts a host knows the switch by. Runs now.
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = Kept(isOn.wrappedValue)
    return [Element(.position(0), .make(label))]
  }

  func describe(_ node: ViewNode) -> Description? {
    let value = (node.kept as? Kept<Bool>)?.value ?? false
    return Description("Toggle", .content, value: value ? "on" : "off", action: .toggle(isOn))
  }
}

extension Toggle where Label == Text {
  /// Creates a switch with a title.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - isOn: Whether it is on. Read when this view is evaluated.
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(title) }
  }
}
