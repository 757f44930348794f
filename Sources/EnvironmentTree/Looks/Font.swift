public import Foundation

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
    /// Very heavy.
    case heavy
    /// As heavy as can be.
    case black
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

  /// How letters are drawn.
  public enum Design: Hashable, Sendable {
    /// As usual.
    case `default`
    /// With feet.
    case serif
    /// With round ends.
    case rounded
    /// All of one width.
    case monospaced
  }

  /// The system's font of a size.
  ///
  /// - Parameters:
  ///   - size: How large.
  ///   - weight: How heavy.
  ///   - design: How it is drawn.
  /// - Returns: A font, which is equal to another of the same.
  public static func system(
    size: CGFloat, weight: Weight? = nil, design: Design? = nil
  ) -> Font {
    Font(name: "system \(size) \(weight.map { "\($0)" } ?? "") \(design.map { "\($0)" } ?? "")")
  }

  /// Accepts a weight.
  public func bold() -> Font { self }
  /// Accepts a slant.
  public func italic() -> Font { self }
  /// Accepts digits of one width.
  public func monospacedDigit() -> Font { self }
  /// Accepts a weight.
  ///
  /// - Parameter weight: Ignored.
  /// - Returns: This font.
  public func weight(_ weight: Weight) -> Font { self }
}
