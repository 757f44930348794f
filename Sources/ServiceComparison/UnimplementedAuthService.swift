/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedAuthService: AuthService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  public func signIn(_ name: String) async throws {
    throw UnimplementedEndpoint("AuthService.signIn")
  }

  /// Throws, always.
  public func signOut() async throws { throw UnimplementedEndpoint("AuthService.signOut") }

  /// Throws, always.
  public func signedIn() async throws -> String? {
    throw UnimplementedEndpoint("AuthService.signedIn")
  }
}
