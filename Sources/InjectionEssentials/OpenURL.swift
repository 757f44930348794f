public import Foundation
public import Injection

/// Opens a URL in whatever the system opens it with: in `\.openURL`.
///
/// ```swift
/// let opened = OpenedURLs()
/// await withInjectedValues {
///   $0.openURL = opened.openURL
/// } operation: {
///   await HelpButton().tap()
/// }
/// let urls = opened.urls
/// // urls is what the button opened
/// ```
public struct OpenURL: Sendable {
  private let open: @Sendable (URL) async -> Bool

  /// Creates a service.
  ///
  /// - Parameter open: Opens a URL, and says whether it could.
  public init(_ open: @escaping @Sendable (URL) async -> Bool) {
    self.open = open
  }

  /// Opens a URL.
  ///
  /// - Parameter url: The URL to open.
  /// - Returns: Whether it could be opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool { await open(url) }
}

extension InjectedValues {
  /// What opens URLs.
  ///
  /// Live the system: the workspace on macOS, SwiftUI's `openURL` on Apple's other platforms, `xdg-open`
  /// on Linux, the shell on Windows; elsewhere nothing is opened, and the answer is false. In
  /// previews nothing is opened, and the answer is true. In tests a call is an issue; nothing is
  /// opened, and the answer is false.
  public var openURL: OpenURL {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

private enum OpenURLKey: InjectedKey {
  static var liveValue: OpenURL { .system }
  static var previewValue: OpenURL { OpenURL { _ in true } }
  static var testValue: OpenURL {
    OpenURL(
      unimplemented(
        "openURL", mending: "Write '$0.openURL = OpenURL { … }'", placeholder: false))
  }
}
