package import Foundation

/// A file that is opened before what belongs into it is there: whoever waits for a report learns at
/// once that it could not be written.
///
/// What the file held stays until the text comes; a file that was made for a text which never came is
/// removed.
package struct OutputFile: ~Copyable {
  /// Why a file has not what was to be in it.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    let url: URL
    let reason: String

    /// One line that names the file.
    package var description: String {
      "cannot write \(url.displayText): \(reason)".onOneLine
    }
  }

  private let url: URL
  private let descriptor: Int32
  // Whether the file is there for a text that has not come.
  private var isPending: Bool

  /// Opens a file, and makes it where there is none.
  package init(_ url: URL) throws(Failure) {
    self.url = url
    let made = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    isPending = made >= 0
    descriptor = isPending ? made : open(url.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw Self.failure(at: url) }
  }

  /// Replaces what the file holds.
  package consuming func write(_ text: String) throws(Failure) {
    isPending = false
    // A pipe and a device have nothing to remove.
    _ = ftruncate(descriptor, 0)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw Self.failure(at: url) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  deinit {
    close(descriptor)
    if isPending { unlink(url.path) }
  }

  private static func failure(at url: URL) -> Failure {
    Failure(url: url, reason: String(cString: strerror(errno)).lowercased())
  }
}
