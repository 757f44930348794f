/// A side of a view.
///
/// It changes nothing here.
public enum Edge: Hashable, Sendable {
  /// The upper side.
  case top
  /// The side where reading begins.
  case leading
  /// The lower side.
  case bottom
  /// The side where reading ends.
  case trailing

  /// Several sides.
  public struct Set: OptionSet, Sendable {
    /// The sides as bits.
    public let rawValue: Int

    /// Creates a set of sides.
    ///
    /// - Parameter rawValue: The sides as bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The upper side.
    public static let top = Set(rawValue: 1)
    /// The side where reading begins.
    public static let leading = Set(rawValue: 2)
    /// The lower side.
    public static let bottom = Set(rawValue: 4)
    /// The side where reading ends.
    public static let trailing = Set(rawValue: 8)
    /// Both sides.
    public static let horizontal: Set = [.leading, .trailing]
    /// The upper and the lower side.
    public static let vertical: Set = [.top, .bottom]
    /// All sides.
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// The left or the right side.
public enum HorizontalEdge: Hashable, Sendable {
  /// Where reading begins.
  case leading
  /// Where reading ends.
  case trailing
}

/// The upper or the lower side.
public enum VerticalEdge: Hashable, Sendable {
  /// The upper side.
  case top
  /// The lower side.
  case bottom
}

/// A direction.
public enum Axis: Hashable, Sendable {
  /// Several directions.
  public struct Set: OptionSet, Sendable {
    /// The directions as bits.
    public let rawValue: Int

    /// Creates a set of directions.
    ///
    /// - Parameter rawValue: The directions as bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Across.
    public static let horizontal = Set(rawValue: 1)
    /// Down.
    public static let vertical = Set(rawValue: 2)
  }

  /// Across.
  case horizontal
  /// Down.
  case vertical
}

/// The bar of a navigation.
///
/// It changes nothing here.
public enum NavigationBarItem {
  /// How a title is shown.
  public enum TitleDisplayMode: Sendable {
    /// As the one before.
    case automatic
    /// Small.
    case inline
    /// Large.
    case large
  }
}
