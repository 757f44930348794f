public import Foundation

/// Views one below the other.
public struct VStack<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - spacing: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("VStack") }
}

/// Views side by side.
public struct HStack<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - spacing: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("HStack") }
}

/// Views on top of each other.
public struct ZStack<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a container.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("ZStack") }
}

/// Views that may need more room than there is.
public struct ScrollView<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a container.
  ///
  /// - Parameters:
  ///   - axes: Ignored.
  ///   - showsIndicators: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("ScrollView") }
}

/// Where a view stands in another.
///
/// It changes nothing here.
public struct Alignment: Hashable, Sendable {
  private let name: String

  /// In the middle.
  public static let center = Alignment(name: "center")
  /// At the side where reading begins.
  public static let leading = Alignment(name: "leading")
  /// At the side where reading ends.
  public static let trailing = Alignment(name: "trailing")
  /// At the top.
  public static let top = Alignment(name: "top")
  /// At the bottom.
  public static let bottom = Alignment(name: "bottom")
  /// In a corner.
  public static let topLeading = Alignment(name: "topLeading")
  /// In a corner.
  public static let topTrailing = Alignment(name: "topTrailing")
  /// In a corner.
  public static let bottomLeading = Alignment(name: "bottomLeading")
  /// In a corner.
  public static let bottomTrailing = Alignment(name: "bottomTrailing")
}

/// Where views of different widths meet.
///
/// It changes nothing here.
public enum HorizontalAlignment: Sendable {
  /// Where reading begins.
  case leading
  /// In the middle.
  case center
  /// Where reading ends.
  case trailing
}

/// Where views of different heights meet.
///
/// It changes nothing here.
public enum VerticalAlignment: Sendable {
  /// At the top.
  case top
  /// In the middle.
  case center
  /// At the bottom.
  case bottom
  /// At the first line of text.
  case firstTextBaseline
}
