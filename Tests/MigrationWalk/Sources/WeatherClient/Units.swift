// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Injection

public struct Units: Sendable, InjectedKey {
  public var degree: String
  public static let liveValue = Units(degree: "°C")
  public static let testValue = Units(degree: "°")
}

extension InjectedValues {
  public var units: Units {
    get { self[Units.self] }
    set { self[Units.self] = newValue }
  }
}
