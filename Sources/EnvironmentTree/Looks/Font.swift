/// A font, which can be named, but not seen.
public struct Font: Hashable, Sendable {
  /// How heavy letters are.
  public enum Weight: Hashable, Sendable {
    /// Light.
    case light
    /// As usual.
    case regular
    /// A little heavy.
    case medium
    /// Rather heavy.
    case semibold
    /// Heavy.
    case bold
  }

  private let name: String

  /// The font of that name.
  public static let largeTitle = Font(name: "largeTitle")
  /// The font of that name.
  public static let title = Font(name: "title")
  /// The font of that name.
  public static let title2 = Font(name: "title2")
  /// The font of that name.
  public static let title3 = Font(name: "title3")
  /// The font of that name.
  public static let headline = Font(name: "headline")
  /// The font of that name.
  public static let subheadline = Font(name: "subheadline")
  /// The font of that name.
  public static let body = Font(name: "body")
  /// The font of that name.
  public static let callout = Font(name: "callout")
  /// The font of that name.
  public static let footnote = Font(name: "footnote")
  /// The font of that name.
  public static let caption = Font(name: "caption")
  /// The font of that name.
  public static let caption2 = Font(name: "caption2")

  /// Accepts a weight.
  public func bold() -> Font { self }
}
