public import Foundation
public import Injection

/// Knows who uses the app: a protocol-based service, a protocol with a type for each variant.
///
/// The variants are ``LiveUserService``, ``MockUserService`` and ``UnimplementedUserService``.
public protocol UserService: Sendable {
  /// Gets the user who is signed in.
  ///
  /// - Returns: The user.
  /// - Throws: What kept the service from finding out.
  func fetchCurrentUser() async throws -> User
}

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

/// Gets the user over the network.
public struct LiveUserService: UserService {
  private let client: NetworkClient
  private let userURL: URL

  /// Creates a service that asks for `user` below a base address.
  ///
  /// - Parameters:
  ///   - client: What carries the requests.
  ///   - baseURL: The server's address; the user is at `user` below it.
  public init(client: NetworkClient, baseURL: URL) {
    self.init(client: client, userURL: baseURL.appendingPathComponent("user"))
  }

  /// Creates a service that reads the user at an address, such as that of a file.
  ///
  /// - Parameters:
  ///   - client: What carries the requests.
  ///   - userURL: The address of the user itself.
  public init(client: NetworkClient, userURL: URL) {
    self.client = client
    self.userURL = userURL
  }

  /// Asks for the user, with one request each time.
  ///
  /// - Returns: The user.
  /// - Throws: A ``NetworkError``, or what else the client throws.
  public func fetchCurrentUser() async throws -> User {
    try await client.fetch(User.self, from: userURL)
  }
}

/// Answers from memory: with a user, or with an error.
public struct MockUserService: UserService {
  private let answer: Result<User, any Error>

  /// Creates a service that knows one user.
  ///
  /// - Parameter user: The user that every call returns.
  public init(user: User = .preview) {
    answer = .success(user)
  }

  /// Creates a service that always fails.
  ///
  /// - Parameter error: The error that every call throws.
  public init(error: any Error) {
    answer = .failure(error)
  }

  /// Returns the user, or throws the error, that the service was made with.
  ///
  /// - Returns: The user.
  /// - Throws: The error, where the service was made with one.
  public func fetchCurrentUser() async throws -> User {
    try answer.get()
  }
}

extension UserService where Self == MockUserService {
  /// The mock that knows ``User/preview``.
  public static var mock: MockUserService { MockUserService() }

  /// The variant for previews: the mock, under the name by which one looks for it.
  public static var preview: MockUserService { MockUserService(user: .preview) }
}

/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedUserService: UserService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  ///
  /// - Returns: Never.
  /// - Throws: ``UnimplementedEndpoint``, with the endpoint's name.
  public func fetchCurrentUser() async throws -> User {
    throw UnimplementedEndpoint("UserService.fetchCurrentUser")
  }
}

extension UserService where Self == UnimplementedUserService {
  /// The variant that throws.
  public static var unimplemented: UnimplementedUserService { UnimplementedUserService() }
}
