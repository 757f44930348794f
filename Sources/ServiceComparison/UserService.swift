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
