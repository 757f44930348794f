public import Foundation

// What a headless tree accepts, so that views compile, and shows nothing of.

/// Room between views.
public struct Spacer: View, UnnamedView {
  /// Creates a space, which the outline does not show.
  ///
  /// - Parameter minLength: Ignored.
  public nonisolated init(minLength: CGFloat? = nil) {}
}

/// A line between views.
public struct Divider: View, UnnamedView {
  /// Creates a line.
  public nonisolated init() {}
}

/// A picture.
public struct Image: View, UnnamedView {
  /// Creates a picture of the system's, which the outline does not show.
  ///
  /// - Parameter systemName: Ignored. It is no text: a button with nothing but a picture has an
  ///   empty name.
  public nonisolated init(systemName: String) {}

  /// Creates a picture of the app's, which the outline does not show.
  ///
  /// - Parameter name: Ignored.
  public nonisolated init(_ name: String) {}

  /// Accepts that the picture may be of any size, and ignores it.
  public func resizable() -> Image { self }
}

/// A picture that is loaded.
///
/// Nothing is.
public struct AsyncImage: View, UnnamedView {
  /// Creates a picture, which the outline does not show.
  ///
  /// - Parameter url: Ignored.
  public nonisolated init(url: URL?) {}
}
