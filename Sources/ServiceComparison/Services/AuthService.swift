public import Foundation
public import Injection
internal import Synchronization

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

/// Keeps the session in a file.
public struct LiveAuthService: AuthService {
  private let file: URL

  /// Creates a service.
  ///
  /// - Parameter folder: Where the file is; made when it is needed.
  public init(folder: URL) {
    file = folder.appendingPathComponent("session")
  }

  /// Writes the file.
  ///
  /// - Parameter name: The user's name.
  /// - Throws: What the file system throws.
  public func signIn(_ name: String) async throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(name.utf8).write(to: file, options: .atomic)
  }

  /// Removes the file.
  ///
  /// - Throws: What the file system throws.
  public func signOut() async throws {
    do {
      try FileManager.default.removeItem(at: file)
    } catch CocoaError.fileNoSuchFile {}
  }

  /// Reads the file.
  ///
  /// - Returns: The user's name, or nil where there is no file.
  /// - Throws: What the file system throws.
  public func signedIn() async throws -> String? {
    do {
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }
}

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
