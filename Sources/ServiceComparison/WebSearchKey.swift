public import Injection

/// The key of the service for searching the web.
public enum WebSearchKey: InjectedKey {
  /// The live variant, built from the services in this scope.
  public static var liveValue: WebSearch {
    .live { injected(\.networkClient) }
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: WebSearch { .unimplemented }
  /// The variant for previews, which answers from memory.
  public static var previewValue: WebSearch { .mock() }
}

extension InjectedValues {
  /// The service for searching the web.
  public var webSearch: WebSearch {
    get { self[WebSearchKey.self] }
    set { self[WebSearchKey.self] = newValue }
  }
}
