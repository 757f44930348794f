public import Injection

/// The key of the user service.
public enum UserServiceKey: InjectedKey {
  /// The service over the network client and the address that are in force.
  public static var liveValue: any UserService {
    LiveUserService(
      client: injected(\.networkClient),
      userURL: injected(\.serviceLocations).user)
  }
  /// A mock that knows ``User/test``.
  public static var testValue: any UserService { MockUserService(user: .test) }
  /// A mock that knows ``User/preview``.
  public static var previewValue: any UserService { MockUserService(user: .preview) }
}

extension InjectedValues {
  /// The service that knows who uses the app.
  public var userService: any UserService {
    get { self[UserServiceKey.self] }
    set { self[UserServiceKey.self] = newValue }
  }
}
