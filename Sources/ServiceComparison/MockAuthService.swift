internal import Synchronization

/// Keeps the session in memory.
public final class MockAuthService: AuthService {
  private let name: Mutex<String?>

  /// Creates a service.
  ///
  /// - Parameter name: Who is signed in at first.
  public init(signedIn name: String? = "Preview User") {
    self.name = Mutex(name)
  }

  /// Notes the name.
  ///
  /// - Parameter name: The user's name.
  /// - Throws: Nothing.
  public func signIn(_ name: String) async throws { self.name.withLock { $0 = name } }

  /// Forgets the name.
  public func signOut() async throws { name.withLock { $0 = nil } }

  /// Finds who is signed in.
  ///
  /// - Returns: The user's name, or nil.
  public func signedIn() async throws -> String? { name.withLock(\.self) }
}
