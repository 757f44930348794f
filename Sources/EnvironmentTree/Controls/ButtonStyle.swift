/// Makes the views of buttons of their labels.
///
/// A style may have properties that read the environment, as a view has.
@MainActor @preconcurrency public protocol ButtonStyle {
  /// The view that the style makes.
  associatedtype Body: View
  /// What the style is given.
  typealias Configuration = ButtonStyleConfiguration

  /// Makes the view of a button.
  ///
  /// - Parameter configuration: The button's label, and what it is for.
  /// - Returns: The view in the place of the label.
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// What a button's style is given.
@MainActor public struct ButtonStyleConfiguration {
  /// The label of a button.
  public struct Label: View, PrimitiveView {
    let view: AnyView
    func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(view))] }
  }

  /// What the button is for.
  public let role: ButtonRole?
  /// The label.
  public let label: Label
  /// Whether the button is held down: never, here.
  public let isPressed = false

  init(role: ButtonRole?, view: AnyView) {
    self.role = role
    label = Label(view: view)
  }
}

/// A style of the system's, which a headless tree does not show.
public struct SystemButtonStyle: ButtonStyle {
  private let name: String

  fileprivate nonisolated init(_ name: String) {
    self.name = name
  }

  /// The label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ButtonStyle where Self == SystemButtonStyle {
  /// As it belongs.
  public nonisolated static var automatic: SystemButtonStyle { SystemButtonStyle("automatic") }
  /// Without decoration.
  public nonisolated static var plain: SystemButtonStyle { SystemButtonStyle("plain") }
  /// Without a border.
  public nonisolated static var borderless: SystemButtonStyle { SystemButtonStyle("borderless") }
  /// With a border.
  public nonisolated static var bordered: SystemButtonStyle { SystemButtonStyle("bordered") }
  /// With a border, and of the accent colour.
  public nonisolated static var borderedProminent: SystemButtonStyle {
    SystemButtonStyle("borderedProminent")
  }
}

extension View {
  /// Sets the style of the buttons in this view.
  ///
  /// - Parameter style: Makes the views of buttons.
  /// - Returns: This view, with that style.
  public func buttonStyle<Style: ButtonStyle>(_ style: Style) -> some View {
    environment(\.buttonStyle, AnyButtonStyle(style))
  }
}

struct AnyButtonStyle: Equivalent {
  let style: Any
  let content: @MainActor (ButtonStyleConfiguration) -> NodeContent
  private let isSame: (AnyButtonStyle) -> Bool

  @MainActor init<Style: ButtonStyle>(_ style: Style) {
    self.style = style
    content = { configuration in
      BodyContent(StyledButton(style: style, configuration: configuration)) {
        .make($0.style.makeBody(configuration: $0.configuration))
      }
    }
    isSame = { other in (other.style as? Style).map { areEquivalent(style, $0) } ?? false }
  }

  func isEquivalent(to other: AnyButtonStyle) -> Bool { isSame(other) }
}

/// A style and the configuration that it makes a view of; the style's property wrappers are tied to the node.
private struct StyledButton<Style>: LibraryView, PropertyHolder {
  var style: Style
  let configuration: ButtonStyleConfiguration
}

extension EnvironmentValues {
  var buttonStyle: AnyButtonStyle? {
    get { self[ButtonStyleKey.self] }
    set { self[ButtonStyleKey.self] = newValue }
  }
}

private enum ButtonStyleKey: EnvironmentKey {
  static var defaultValue: AnyButtonStyle? { nil }
}
