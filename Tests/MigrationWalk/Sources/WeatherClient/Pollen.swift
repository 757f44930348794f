// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Injection

/// What is in the air.
public struct Pollen: Sendable {
  public var level: @Sendable () -> Int

  public init(level: @escaping @Sendable () -> Int) { self.level = level }
}

/// Its live value is meant to be a conformance of another module.
public enum PollenKey: InjectedInterfaceKey {
  public static let testValue = Pollen { 0 }
}

extension InjectedValues {
  /// What is in the air.
  public var pollen: Pollen {
    get { self[PollenKey.self] }
    set { self[PollenKey.self] = newValue }
  }
}
