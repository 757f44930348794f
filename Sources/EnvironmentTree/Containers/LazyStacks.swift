public import Foundation

/// Views one below the other, made when they come on the screen.
///
/// On a host without a size there is room for all. A row that is scrolled away stays in the tree, with
/// its state, and is told that it has disappeared.
public struct LazyVStack<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - spacing: Ignored.
  ///   - content: Makes the views. Runs now; those of a ``ForEach`` in it when they come on the screen.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  // Tracked: `keepWindow` reads the environment.
  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.keepWindow()
    return [Element(.position(0), .make(content))]
  }
  func describe(_ node: ViewNode) -> Description? { Description("LazyVStack") }
}

/// Views side by side, made when they come on the screen.
///
/// In all else it is a ``LazyVStack``; each view is as wide as a row is high.
public struct LazyHStack<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - spacing: Ignored.
  ///   - content: Makes the views. Runs now; those of a ``ForEach`` in it when they come on the screen.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  // Tracked: `keepWindow` reads the environment.
  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.keepWindow(isHorizontal: true)
    return [Element(.position(0), .make(content))]
  }
  func describe(_ node: ViewNode) -> Description? { Description("LazyHStack") }
}

/// Views in columns, made when they come on the screen.
public struct LazyVGrid<Content: View>: View, PrimitiveView {
  private let columns: Int
  private let content: Content

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - columns: As many views stand side by side as there are columns.
  ///   - alignment: Ignored.
  ///   - spacing: Ignored.
  ///   - content: Makes the views. Runs now; those of a ``ForEach`` in it when they come on the screen.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.columns = columns.count
    self.content = content()
  }

  // Tracked: `keepWindow` reads the environment.
  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.keepWindow(columns: columns)
    return [Element(.position(0), .make(content))]
  }
  func describe(_ node: ViewNode) -> Description? { Description("LazyVGrid") }
}

/// A column of a grid.
public struct GridItem: Sendable {
  /// How wide a column is, which changes nothing here.
  public enum Size: Sendable {
    /// As wide as this.
    case fixed(CGFloat)
    /// As wide as there is room.
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    /// Several columns in the place of one, as there is room; one here.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - size: Ignored.
  ///   - spacing: Ignored.
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil) {}
}
