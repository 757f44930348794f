public import Foundation

/// Opens a URL: call it like a function.
///
/// A host records what is opened (``TreeHost/openedURLs``); put one of your own into the environment
/// to do something else.
@MainActor public struct OpenURLAction {
  /// What became of a URL.
  public enum Result: Sendable {
    /// The handler has dealt with it.
    case handled
    /// The handler did nothing with it.
    case discarded
    /// It is for the system to open, which a headless tree does not have.
    case systemAction
  }

  private let handler: @MainActor (URL) -> Result

  /// Creates an action that hands URLs to a closure.
  ///
  /// - Parameter handler: Deals with a URL, and says what became of it.
  public nonisolated init(handler: @escaping @MainActor (URL) -> Result) {
    self.handler = handler
  }

  /// Opens a URL.
  ///
  /// - Parameter url: What to open. What the handler says of it is dropped.
  public func callAsFunction(_ url: URL) {
    _ = handler(url)
  }

  /// Opens a URL, and says whether that was done.
  ///
  /// - Parameters:
  ///   - url: What to open.
  ///   - completion: Called before this returns. True for `.handled` alone: in SwiftUI, the system
  ///     may open what is left to it.
  public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
    completion(handler(url) == .handled)
  }
}

extension EnvironmentValues {
  /// Opens a URL.
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

private enum OpenURLKey: EnvironmentKey {
  static let defaultValue = OpenURLAction { url in
    reportFault("\(url) was opened outside a tree")
    return .discarded
  }
}
