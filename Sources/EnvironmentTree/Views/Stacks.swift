public import Foundation

/// Views one below the other.
public struct VStack<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - spacing: Ignored.
  ///   - content: Makes the views. Runs now: what it reads, the body around it reads.
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
  ///   - content: Makes the views. Runs now: what it reads, the body around it reads.
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
  /// - Parameter content: Makes the views. Runs now: what it reads, the body around it reads.
  public init(@ViewBuilder content: () -> Content) {
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
  /// - Parameter content: Makes the views. Runs now: what it reads, the body around it reads.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("ScrollView") }
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
