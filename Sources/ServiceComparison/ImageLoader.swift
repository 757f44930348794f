public import Foundation

/// Loads the bytes of images: a service as a struct of closures.
public struct ImageLoader: Sendable {
  /// Loads an image.
  public var load: @Sendable (_ url: URL) async throws -> Data

  /// Creates a loader.
  ///
  /// - Parameter load: Loads an image.
  public init(load: @escaping @Sendable (_ url: URL) async throws -> Data) {
    self.load = load
  }

  /// Makes the loader that asks a network client.
  ///
  /// - Parameter client: Loads the bytes.
  /// - Returns: A loader.
  public static func live(client: NetworkClient) -> ImageLoader {
    ImageLoader { try await client.data(from: $0) }
  }

  /// Makes a loader that gives the same bytes for every address.
  ///
  /// - Parameter data: The bytes.
  /// - Returns: A loader.
  public static func mock(_ data: Data = Data([0x89, 0x50, 0x4E, 0x47])) -> ImageLoader {
    ImageLoader { _ in data }
  }

  /// The loader that throws ``UnimplementedEndpoint``.
  public static let unimplemented = ImageLoader { _ in
    throw UnimplementedEndpoint("ImageLoader.load")
  }
}
