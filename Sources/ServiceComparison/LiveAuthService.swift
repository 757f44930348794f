public import Foundation

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
