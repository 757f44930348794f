public import Foundation

// What a headless tree accepts of lists, bars and texts, so that views compile, and ignores.

/// Whether something is shown.
public enum Visibility: Hashable, Sendable {
  /// As it belongs.
  case automatic
  /// Yes.
  case visible
  /// No.
  case hidden
}

/// How a list looks.
public struct ListStyle: Hashable, Sendable {
  private let name: String

  /// As it belongs.
  public static let automatic = ListStyle(name: "automatic")
  /// Without decoration.
  public static let plain = ListStyle(name: "plain")
  /// In groups.
  public static let grouped = ListStyle(name: "grouped")
  /// In groups, with room around them.
  public static let insetGrouped = ListStyle(name: "insetGrouped")
  /// With room around it.
  public static let inset = ListStyle(name: "inset")
  /// As a sidebar.
  public static let sidebar = ListStyle(name: "sidebar")
}

/// A bar.
public enum ToolbarPlacement: Hashable, Sendable {
  /// That of the navigation.
  case navigationBar
  /// That of the tabs.
  case tabBar
  /// That at the bottom.
  case bottomBar
}

/// How texts in several lines stand.
public enum TextAlignment: Hashable, Sendable {
  /// Where reading begins.
  case leading
  /// In the middle.
  case center
  /// Where reading ends.
  case trailing
}

extension View {
  /// Accepts a style, and ignores it.
  ///
  /// - Parameter style: Ignored.
  /// - Returns: This view.
  public func listStyle(_ style: ListStyle) -> Self { self }

  /// Accepts distances, and ignores them.
  ///
  /// - Parameter insets: Ignored.
  /// - Returns: This view.
  public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }

  /// Accepts whether there are separators, and ignores it.
  ///
  /// - Parameters:
  ///   - visibility: Ignored.
  ///   - edges: Ignored.
  /// - Returns: This view.
  public func listRowSeparator(_ visibility: Visibility, edges: Edge.Set = .all) -> Self { self }

  /// Accepts a colour, and ignores it.
  ///
  /// - Parameters:
  ///   - color: Ignored.
  ///   - edges: Ignored.
  /// - Returns: This view.
  public func listRowSeparatorTint(_ color: Color?, edges: Edge.Set = .all) -> Self { self }

  /// Accepts a distance, and ignores it.
  ///
  /// - Parameter spacing: Ignored.
  /// - Returns: This view.
  public func listRowSpacing(_ spacing: CGFloat?) -> Self { self }

  /// Accepts whether there is a background, and ignores it.
  ///
  /// - Parameter visibility: Ignored.
  /// - Returns: This view.
  public func scrollContentBackground(_ visibility: Visibility) -> Self { self }

  /// Accepts whether bars are there, and ignores it.
  ///
  /// - Parameters:
  ///   - visibility: Ignored.
  ///   - bars: Ignored.
  /// - Returns: This view.
  public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }

  /// Accepts a background of bars, and ignores it.
  ///
  /// - Parameters:
  ///   - style: Ignored.
  ///   - bars: Ignored.
  /// - Returns: This view.
  public func toolbarBackground<Style: ShapeStyle>(
    _ style: Style, for bars: ToolbarPlacement...
  ) -> Self {
    self
  }

  /// Accepts that labels are not to be seen, and ignores it: a host knows a control by its label.
  ///
  /// - Returns: This view.
  public func labelsHidden() -> Self { self }

  /// Accepts how texts stand, and ignores it.
  ///
  /// - Parameter alignment: Ignored.
  /// - Returns: This view.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> Self { self }

  /// Accepts a distance, and ignores it.
  ///
  /// - Parameter spacing: Ignored.
  /// - Returns: This view.
  public func lineSpacing(_ spacing: CGFloat) -> Self { self }

  /// Accepts that a view may reach under what the system covers, and ignores it.
  ///
  /// - Parameter edges: Ignored.
  /// - Returns: This view.
  public func ignoresSafeArea(edges: Edge.Set = .all) -> Self { self }

  /// Accepts how a view comes and goes, and ignores it.
  ///
  /// - Parameter transition: Ignored.
  /// - Returns: This view.
  public func transition(_ transition: AnyTransition) -> Self { self }

  /// Accepts what assistive technologies hear, and ignores it.
  ///
  /// - Parameter hidden: Ignored.
  /// - Returns: This view.
  public func accessibilityHidden(_ hidden: Bool) -> Self { self }

  /// Accepts what assistive technologies hear, and ignores it.
  ///
  /// - Parameter hint: Ignored.
  /// - Returns: This view.
  public func accessibilityHint<S: StringProtocol>(_ hint: S) -> Self { self }

  /// Accepts that a text is not what it shows, and ignores it.
  ///
  /// - Returns: This view.
  public func redacted() -> Self { self }

  /// Accepts that letters are slanted, and ignores it.
  ///
  /// - Returns: This view.
  public func italic() -> Self { self }
}

/// How a view comes and goes.
public struct AnyTransition: Hashable, Sendable {
  private let name: String

  /// At once.
  public static let identity = AnyTransition(name: "identity")
  /// Out of nothing.
  public static let opacity = AnyTransition(name: "opacity")
  /// From the side.
  public static let slide = AnyTransition(name: "slide")
  /// Out of a point.
  public static let scale = AnyTransition(name: "scale")
}
