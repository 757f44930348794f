public import Injection
internal import InjectionEssentials

/// The key of the service for searching the web.
public enum WebSearchKey: InjectedKey {
  /// The live variant, whose endpoints use the services of the place that calls them.
  public static var liveValue: WebSearch {
    .live {
      injected(\.networkClient)
    } openURL: {
      injected(\.openURL)
    }
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
