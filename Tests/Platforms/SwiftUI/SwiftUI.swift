// swift-format-ignore-file
// What SwiftUI's interface declares of what InjectionEssentials uses.
public import Foundation

public struct EnvironmentValues {
  public init() {}
}

extension EnvironmentValues {
  public var openURL: OpenURLAction { fatalError() }
}

@MainActor @preconcurrency public struct OpenURLAction: Sendable {
  @MainActor @preconcurrency public func callAsFunction(_ url: URL) {}
  @available(watchOS, unavailable)
  @MainActor @preconcurrency public func callAsFunction(
    _ url: URL, completion: @escaping (_ accepted: Bool) -> Void
  ) {}
}
