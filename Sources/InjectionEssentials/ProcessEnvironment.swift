import Foundation
public import Injection

/// The environment variables: in `\.processEnvironment`.
///
/// ```swift
/// let level = withInjectedValues {
///   $0.processEnvironment = ["LOG_LEVEL": "debug"]
/// } operation: {
///   injected(\.processEnvironment)["LOG_LEVEL"] ?? "info"
/// }
/// // level is "debug"
/// ```
public struct ProcessEnvironment: Sendable, ExpressibleByDictionaryLiteral {
  private let source: Source<[String: String]>

  /// Creates an environment.
  ///
  /// - Parameter read: Gives the variables; called at each access.
  public init(_ read: @escaping @Sendable () -> [String: String]) {
    source = .made(read)
  }

  /// Creates an environment of these variables only.
  ///
  /// - Parameter variables: The values by name.
  public init(_ variables: [String: String]) {
    source = .fixed(variables)
  }

  /// Creates an environment of these variables only; of two with one name the last counts.
  ///
  /// - Parameter elements: The names, each with its value.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
  }

  /// All variables, by name.
  public var variables: [String: String] { source() }

  /// The value of a variable, or nil where it is not set.
  ///
  /// - Parameter name: The variable's name.
  public subscript(name: String) -> String? { source()[name] }
}

extension InjectedValues {
  /// The environment variables.
  ///
  /// Live and in previews the process's, as they are at each access. In tests an access is an issue,
  /// and finds no variable.
  public var processEnvironment: ProcessEnvironment {
    get { self[ProcessEnvironmentKey.self] }
    set { self[ProcessEnvironmentKey.self] = newValue }
  }
}

private enum ProcessEnvironmentKey: InjectedKey {
  static var liveValue: ProcessEnvironment {
    ProcessEnvironment { ProcessInfo.processInfo.environment }
  }
  static var previewValue: ProcessEnvironment { liveValue }
  static var testValue: ProcessEnvironment {
    ProcessEnvironment(
      unimplemented(
        "processEnvironment", mending: "Write '$0.processEnvironment = [:]'", placeholder: [:]))
  }
}
