public import Foundation

/// A shape: a view with nothing in it, as nothing is drawn.
public protocol Shape: View, Sendable {}

extension Shape {
  /// Accepts a style, and ignores it.
  ///
  /// - Parameter style: Ignored.
  /// - Returns: This shape.
  public func fill<Style: ShapeStyle>(_ style: Style) -> Self { self }

  /// Accepts a style, and ignores it.
  ///
  /// - Parameters:
  ///   - style: Ignored.
  ///   - lineWidth: Ignored.
  /// - Returns: This shape.
  public func stroke<Style: ShapeStyle>(_ style: Style, lineWidth: CGFloat = 1) -> Self { self }

  /// Accepts a style, and ignores it.
  ///
  /// - Parameters:
  ///   - style: Ignored.
  ///   - lineWidth: Ignored.
  /// - Returns: This shape.
  public func strokeBorder<Style: ShapeStyle>(_ style: Style, lineWidth: CGFloat = 1) -> Self {
    self
  }

  /// Accepts a part, and ignores it.
  ///
  /// - Parameters:
  ///   - startFraction: Ignored.
  ///   - endFraction: Ignored.
  /// - Returns: This shape.
  public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> Self { self }
}

/// A rectangle.
public struct Rectangle: Shape, UnnamedView {
  /// Creates a rectangle.
  public nonisolated init() {}
}

/// A rectangle with round corners.
public struct RoundedRectangle: Shape, UnnamedView {
  /// Creates a rectangle.
  ///
  /// - Parameters:
  ///   - cornerRadius: Ignored.
  ///   - style: Ignored.
  public nonisolated init(
    cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous
  ) {}
}

/// How corners are round.
public enum RoundedCornerStyle: Sendable {
  /// As a circle.
  case circular
  /// Without a break.
  case continuous
}

/// A circle.
public struct Circle: Shape, UnnamedView {
  /// Creates a circle.
  public nonisolated init() {}
}

/// A circle that is not as high as it is wide.
public struct Ellipse: Shape, UnnamedView {
  /// Creates an ellipse.
  public nonisolated init() {}
}

/// A rectangle with half circles at its ends.
public struct Capsule: Shape, UnnamedView {
  /// Creates a capsule.
  ///
  /// - Parameter style: Ignored.
  public nonisolated init(style: RoundedCornerStyle = .continuous) {}
}

extension Shape where Self == Rectangle {
  /// A rectangle.
  public nonisolated static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == Circle {
  /// A circle.
  public nonisolated static var circle: Circle { Circle() }
}

extension Shape where Self == Capsule {
  /// A capsule.
  public nonisolated static var capsule: Capsule { Capsule() }
}

/// How a picture fits its place.
public enum ContentMode: Hashable, Sendable {
  /// All of it is seen.
  case fit
  /// No room is left.
  case fill
}

extension View {
  /// Accepts a shape, and hides nothing.
  ///
  /// - Parameter shape: Ignored.
  /// - Returns: This view.
  public func clipShape<Clip: Shape>(_ shape: Clip) -> Self { self }

  /// Accepts a style, and ignores it.
  ///
  /// - Parameter style: Ignored.
  /// - Returns: This view.
  public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> Self { self }

  /// Accepts styles, and ignores them.
  ///
  /// - Parameters:
  ///   - primary: Ignored.
  ///   - secondary: Ignored.
  /// - Returns: This view.
  public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle>(
    _ primary: First, _ secondary: Second
  ) -> Self {
    self
  }

  /// Accepts a style, and ignores it.
  ///
  /// - Parameter style: Ignored.
  /// - Returns: This view.
  public func tint<Style: ShapeStyle>(_ style: Style) -> Self { self }

  /// Accepts a style, and ignores it.
  ///
  /// - Parameters:
  ///   - style: Ignored.
  ///   - edges: Ignored.
  /// - Returns: This view.
  public func background<Style: ShapeStyle>(
    _ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> Self {
    self
  }

  /// Accepts a style in a shape, and ignores it.
  ///
  /// - Parameters:
  ///   - style: Ignored.
  ///   - shape: Ignored.
  /// - Returns: This view.
  public func background<Style: ShapeStyle, Outline: Shape>(
    _ style: Style, in shape: Outline
  ) -> Self {
    self
  }

  /// Accepts a style, and ignores it.
  ///
  /// - Parameters:
  ///   - style: Ignored.
  ///   - edges: Ignored.
  /// - Returns: This view.
  public func overlay<Style: ShapeStyle>(
    _ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> Self {
    self
  }

  /// Accepts a style, and ignores it.
  ///
  /// - Parameters:
  ///   - style: Ignored.
  ///   - width: Ignored.
  /// - Returns: This view.
  public func border<Style: ShapeStyle>(_ style: Style, width: CGFloat = 1) -> Self { self }

  /// Accepts a shape, and ignores it: a tap on any text of a view is one on the view.
  ///
  /// - Parameter shape: Ignored.
  /// - Returns: This view.
  public func contentShape<Outline: Shape>(_ shape: Outline) -> Self { self }

  /// Accepts a shadow, and ignores it.
  ///
  /// - Parameters:
  ///   - color: Ignored.
  ///   - radius: Ignored.
  ///   - x: Ignored.
  ///   - y: Ignored.
  /// - Returns: This view.
  public func shadow(
    color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> Self {
    self
  }
}
