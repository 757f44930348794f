/// What shapes and texts are painted with.
///
/// Nothing is painted here, so a style can be named, and no more.
public protocol ShapeStyle: Sendable {}

extension ShapeStyle where Self == Color {
  /// Red.
  public static var red: Color { Color("red") }
  /// Orange.
  public static var orange: Color { Color("orange") }
  /// Yellow.
  public static var yellow: Color { Color("yellow") }
  /// Green.
  public static var green: Color { Color("green") }
  /// Blue.
  public static var blue: Color { Color("blue") }
  /// Purple.
  public static var purple: Color { Color("purple") }
  /// Pink.
  public static var pink: Color { Color("pink") }
  /// Gray.
  public static var gray: Color { Color("gray") }
  /// Black.
  public static var black: Color { Color("black") }
  /// White.
  public static var white: Color { Color("white") }
  /// Clear.
  public static var clear: Color { Color("clear") }
}

/// A style that is one of several, from what stands out to what does not.
public struct HierarchicalShapeStyle: ShapeStyle, Hashable {
  fileprivate let level: Int
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// What stands out.
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: 1) }
  /// What stands out less.
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: 2) }
  /// What hardly stands out.
  public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: 3) }
  /// What does not stand out.
  public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: 4) }
}

/// Something that what is behind shines through.
public struct Material: ShapeStyle, Hashable {
  fileprivate let name: String
}

extension ShapeStyle where Self == Material {
  /// Thin.
  public static var ultraThinMaterial: Material { Material(name: "ultraThinMaterial") }
  /// Rather thin.
  public static var thinMaterial: Material { Material(name: "thinMaterial") }
  /// Neither thin nor thick.
  public static var regularMaterial: Material { Material(name: "regularMaterial") }
  /// Thick.
  public static var thickMaterial: Material { Material(name: "thickMaterial") }
  /// What bars are made of.
  public static var bar: Material { Material(name: "bar") }
}

/// A style that the environment decides.
public struct SystemShapeStyle: ShapeStyle, Hashable {
  fileprivate let name: String
}

extension ShapeStyle where Self == SystemShapeStyle {
  /// That of the accent.
  public static var tint: SystemShapeStyle { SystemShapeStyle(name: "tint") }
  /// That of what is in front.
  public static var foreground: SystemShapeStyle { SystemShapeStyle(name: "foreground") }
  /// That of what is behind.
  public static var background: SystemShapeStyle { SystemShapeStyle(name: "background") }
  /// That of what separates.
  public static var separator: SystemShapeStyle { SystemShapeStyle(name: "separator") }
}

/// Colours that run into each other.
public struct LinearGradient: ShapeStyle, View, UnnamedView {
  /// Creates a gradient.
  ///
  /// - Parameters:
  ///   - colors: Ignored.
  ///   - startPoint: Ignored.
  ///   - endPoint: Ignored.
  public nonisolated init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
}

/// A point in a view, as a part of its size.
public enum UnitPoint: Sendable {
  /// At an edge, in a corner, or in the middle.
  case top, bottom, leading, trailing, center, topLeading, topTrailing, bottomLeading,
    bottomTrailing
}

/// A style of any type.
public struct AnyShapeStyle: ShapeStyle {
  /// Creates a style that hides the type of another.
  ///
  /// - Parameter style: The other, which nothing paints with.
  public init<Style: ShapeStyle>(_ style: Style) {}
}
