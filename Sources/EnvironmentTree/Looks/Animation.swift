/// How a change is shown.
///
/// Here it is seen at once.
public struct Animation: Hashable, Sendable {
  private let name: String

  private init(name: String, _ numbers: Double?...) {
    self.name = ([name] + numbers.map { $0.map { "\($0)" } ?? "" }).joined(separator: " ")
  }

  /// The usual one.
  public static let `default` = Animation(name: "default")
  /// At the same speed throughout.
  public static let linear = Animation(name: "linear")
  /// Slow at both ends.
  public static let easeInOut = Animation(name: "easeInOut")
  /// As a spring moves.
  public static let spring = Animation(name: "spring")
  /// As a spring moves that does not swing.
  public static let smooth = Animation(name: "smooth")
  /// As a spring moves that swings.
  public static let bouncy = Animation(name: "bouncy")
  /// As a spring moves that hardly swings.
  public static let snappy = Animation(name: "snappy")
  /// Slow at first.
  public static let easeIn = Animation(name: "easeIn")
  /// Slow at last.
  public static let easeOut = Animation(name: "easeOut")

  /// At the same speed throughout.
  ///
  /// - Parameter duration: For how long, in seconds.
  /// - Returns: An animation, which is equal to another of the same.
  public static func linear(duration: Double) -> Animation {
    Animation(name: "linear", duration)
  }

  /// Slow at both ends.
  ///
  /// - Parameter duration: For how long, in seconds.
  /// - Returns: An animation, which is equal to another of the same.
  public static func easeInOut(duration: Double) -> Animation {
    Animation(name: "easeInOut", duration)
  }

  /// Slow at first.
  ///
  /// - Parameter duration: For how long, in seconds.
  /// - Returns: An animation, which is equal to another of the same.
  public static func easeIn(duration: Double) -> Animation {
    Animation(name: "easeIn", duration)
  }

  /// Slow at last.
  ///
  /// - Parameter duration: For how long, in seconds.
  /// - Returns: An animation, which is equal to another of the same.
  public static func easeOut(duration: Double) -> Animation {
    Animation(name: "easeOut", duration)
  }

  /// As a spring moves.
  ///
  /// - Parameters:
  ///   - response: How stiff it is.
  ///   - dampingFraction: How little it swings.
  ///   - blendDuration: How it takes over from another.
  /// - Returns: An animation, which is equal to another of the same.
  public static func spring(
    response: Double? = nil, dampingFraction: Double? = nil, blendDuration: Double? = nil
  ) -> Animation {
    Animation(name: "spring", response, dampingFraction, blendDuration)
  }

  /// Accepts a delay, and changes nothing.
  ///
  /// - Parameter delay: Ignored.
  /// - Returns: This animation.
  public func delay(_ delay: Double) -> Animation { self }
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
