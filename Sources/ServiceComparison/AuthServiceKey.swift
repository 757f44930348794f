public import Injection

/// The key of the service for who signs in and out.
public enum AuthServiceKey: InjectedKey {
  /// The live variant, built from the services in this scope.
  public static var liveValue: any AuthService {
    LiveAuthService(folder: injected(\.serviceLocations).storage)
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: any AuthService { MockAuthService(signedIn: "test") }
  /// The variant for previews, which answers from memory.
  public static var previewValue: any AuthService { MockAuthService() }
}

extension InjectedValues {
  /// The service for who signs in and out.
  public var authService: any AuthService {
    get { self[AuthServiceKey.self] }
    set { self[AuthServiceKey.self] = newValue }
  }
}
