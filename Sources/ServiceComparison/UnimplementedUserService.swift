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
