public import Injection

/// The key of the service for what users do.
public enum AnalyticsServiceKey: InjectedKey {
  /// The live variant, built from the services in this scope.
  public static var liveValue: AnalyticsService {
    .live(folder: injected(\.serviceLocations).storage)
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: AnalyticsService { .unimplemented }
  /// The variant for previews, which answers from memory.
  public static var previewValue: AnalyticsService { .mock() }
}

extension InjectedValues {
  /// The service for what users do.
  public var analytics: AnalyticsService {
    get { self[AnalyticsServiceKey.self] }
    set { self[AnalyticsServiceKey.self] = newValue }
  }
}
