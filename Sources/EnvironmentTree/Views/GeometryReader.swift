public import Foundation

/// Views that depend on how much room there is: as much as the host's screen has, wherever they stand.
public struct GeometryReader<Content: View>: View, UnnamedView {
  private let content: @MainActor (GeometryProxy) -> Content

  /// Creates a reader.
  ///
  /// - Parameter content: Makes the views. It runs again when something that it has read changes, and the body
  ///   around it does not.
  public init(@ViewBuilder content: @escaping @MainActor (GeometryProxy) -> Content) {
    self.content = content
  }

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    [Element(.position(0), .make(content(GeometryProxy(size: node.tree.size ?? .zero))))]
  }
}

/// How much room there is.
public struct GeometryProxy: Sendable {
  /// The size of the host's screen; zero where it has none.
  public let size: CGSize

  /// What the system covers: nothing.
  public var safeAreaInsets: EdgeInsets { EdgeInsets() }

  /// The rectangle of that size, at the origin of every space.
  ///
  /// - Parameter space: Ignored.
  /// - Returns: The rectangle.
  public func frame(in space: CoordinateSpace) -> CGRect {
    CGRect(origin: .zero, size: size)
  }
}

/// What points are relative to.
public enum CoordinateSpace: Sendable {
  /// The screen.
  case global
  /// The view.
  case local
  /// A view with that name.
  case named(String)
}

/// The distances from the edges of a view.
public struct EdgeInsets: Hashable, Sendable {
  /// From the top.
  public var top: CGFloat
  /// From where reading begins.
  public var leading: CGFloat
  /// From the bottom.
  public var bottom: CGFloat
  /// From where reading ends.
  public var trailing: CGFloat

  /// Creates distances.
  ///
  /// - Parameters:
  ///   - top: From the top.
  ///   - leading: From where reading begins.
  ///   - bottom: From the bottom.
  ///   - trailing: From where reading ends.
  public init(
    top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}
