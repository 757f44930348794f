public import Injection

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
