public import Foundation

// What a headless tree accepts, so that views compile, and shows nothing of.

/// Room between views.
public struct Spacer: View, PrimitiveView {
  /// Creates a space.
  public nonisolated init(minLength: CGFloat? = nil) {}
}

/// A line between views.
public struct Divider: View, PrimitiveView {
  /// Creates a line.
  public nonisolated init() {}
}

/// A picture.
public struct Image: View, PrimitiveView {
  /// Creates a picture of the system's.
  public nonisolated init(systemName: String) {}

  /// Creates a picture of the app's.
  public nonisolated init(_ name: String) {}

  /// Accepts that the picture may be of any size.
  public func resizable() -> Image { self }
}

/// A picture that is loaded.
///
/// Nothing is.
public struct AsyncImage: View, PrimitiveView {
  /// Creates a picture.
  public nonisolated init(url: URL?) {}
}
