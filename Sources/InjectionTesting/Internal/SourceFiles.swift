internal import Injection

/// The paths of source files, by which Xcode marks lines.
///
/// A scope knows its file by module and name, so that no program contains the paths of the machine
/// that it was built on. Tests and traits give theirs.
enum SourceFiles {
  private static let paths = Guarded<[String: String]>([:])

  static func note(_ fileID: String, at path: String) {
    paths.withLock { $0[fileID] = path }
  }

  /// The path of a file, if a test or trait in it has run.
  static func path(of fileID: String) -> String? {
    paths.withLock { $0[fileID] }
  }
}
