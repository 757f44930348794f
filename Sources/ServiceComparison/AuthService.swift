/// Signs the user in and out: a service as a protocol.
public protocol AuthService: Sendable {
  /// Signs a user in.
  ///
  /// - Parameter name: The user's name.
  /// - Throws: What the place that keeps sessions throws.
  func signIn(_ name: String) async throws

  /// Signs the user out; nothing happens where nobody is signed in.
  ///
  /// - Throws: What the place that keeps sessions throws.
  func signOut() async throws

  /// Finds who is signed in.
  ///
  /// - Returns: The user's name, or nil.
  /// - Throws: What the place that keeps sessions throws.
  func signedIn() async throws -> String?
}
