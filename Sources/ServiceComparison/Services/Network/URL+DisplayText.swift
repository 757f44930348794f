package import Foundation

extension URL {
  /// The address as a message shows it, on one line.
  ///
  /// It is a file's path, or the address without a user and password, which a log should not keep.
  package var displayText: String {
    if isFileURL { return path.onOneLine }
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return absoluteString
    }
    components.user = nil
    components.password = nil
    return (components.string ?? absoluteString).onOneLine
  }
}
