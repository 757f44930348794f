/// How a change is shown.
///
/// Here it is seen at once.
public struct Animation: Hashable, Sendable {
  private let name: String

  /// The usual one.
  public static let `default` = Animation(name: "default")
  /// At the same speed throughout.
  public static let linear = Animation(name: "linear")
  /// Slow at both ends.
  public static let easeInOut = Animation(name: "easeInOut")
  /// As a spring moves.
  public static let spring = Animation(name: "spring")
}

/// Runs a change, and shows it at once.
///
/// - Parameters:
///   - animation: Accepted, and ignored.
///   - body: Makes the change.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
