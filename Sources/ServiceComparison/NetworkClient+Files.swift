internal import Foundation

extension NetworkClient {
  /// The client that reads `file` addresses through the file system, and refuses all others.
  ///
  /// It throws ``NetworkError/missingFile(_:)`` where there is no file, and
  /// ``NetworkError/unreadable(_:reason:)`` for a folder, a pipe, or a file that may not be read.
  public static let files = NetworkClient { url in
    guard url.isFileURL else { throw NetworkError.unsupportedScheme(url) }
    return try await read(url)
  }

  // Reading blocks its thread, so it is kept off the caller's actor, which may be the main one.
  @concurrent private static func read(_ url: URL) async throws -> Data {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
    {
      throw NetworkError.unreadable(url, reason: "it is a folder")
    }
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      throw NetworkError.missingFile(url)
    } catch CocoaError.fileReadNoPermission {
      // Foundation also says this of a device or a pipe, which the file system lets us read.
      let isReadable = FileManager.default.isReadableFile(atPath: url.path)
      throw NetworkError.unreadable(
        url, reason: isReadable ? "it is not a regular file" : "permission denied")
    } catch {
      throw NetworkError.unreadable(url, reason: error.localizedDescription)
    }
  }
}
