public import Foundation
public import Injection

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

/// The key of the service for images.
public enum ImageLoaderKey: InjectedKey {
  /// The live variant, built from the services in this scope.
  public static var liveValue: ImageLoader {
    .live(client: injected(\.networkClient))
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: ImageLoader { .unimplemented }
  /// The variant for previews, which answers from memory.
  public static var previewValue: ImageLoader { .mock() }
}

extension InjectedValues {
  /// The service for images.
  public var imageLoader: ImageLoader {
    get { self[ImageLoaderKey.self] }
    set { self[ImageLoaderKey.self] = newValue }
  }
}
