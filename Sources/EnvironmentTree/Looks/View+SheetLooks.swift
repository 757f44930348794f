public import Foundation

/// How high a sheet stands.
public struct PresentationDetent: Hashable, Sendable {
  private let name: String

  /// About half of the screen.
  public static let medium = PresentationDetent(name: "medium")
  /// All of the screen.
  public static let large = PresentationDetent(name: "large")

  /// A part of the screen.
  ///
  /// - Parameter fraction: How much of it.
  /// - Returns: A height, which is equal to another of the same.
  public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
    PresentationDetent(name: "fraction \(fraction)")
  }

  /// A number of points.
  ///
  /// - Parameter height: How many.
  /// - Returns: A height, which is equal to another of the same.
  public static func height(_ height: CGFloat) -> PresentationDetent {
    PresentationDetent(name: "height \(height)")
  }
}

extension View {
  /// Accepts how high a sheet stands, and ignores it.
  ///
  /// - Parameter detents: Ignored.
  /// - Returns: This view.
  public func presentationDetents(_ detents: Set<PresentationDetent>) -> Self { self }

  /// Accepts whether a sheet shows that it can be dragged, and ignores it.
  ///
  /// - Parameter visibility: Ignored.
  /// - Returns: This view.
  public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }

  /// Accepts that a user cannot send a sheet away, and ignores it: ``TreeHost/dismiss()`` does.
  ///
  /// - Parameter isDisabled: Ignored.
  /// - Returns: This view.
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> Self { self }
}
