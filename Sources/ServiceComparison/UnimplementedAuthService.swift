/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedAuthService: AuthService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  ///
  /// - Parameter name: Ignored.
  /// - Throws: ``UnimplementedEndpoint``.
  public func signIn(_ name: String) async throws {
    throw UnimplementedEndpoint("AuthService.signIn")
  }

  /// Throws, always.
  ///
  /// - Throws: ``UnimplementedEndpoint``.
  public func signOut() async throws { throw UnimplementedEndpoint("AuthService.signOut") }

  /// Throws, always.
  ///
  /// - Returns: Nothing: it throws.
  /// - Throws: ``UnimplementedEndpoint``.
  public func signedIn() async throws -> String? {
    throw UnimplementedEndpoint("AuthService.signedIn")
  }
}
