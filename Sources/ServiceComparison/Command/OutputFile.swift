package import Foundation

/// A file that is known to be writable before what belongs into it is there: whoever waits for a
/// report learns at once that it could not be written.
///
/// What the file held stays until the text comes, and there is none before. The text then takes its
/// place as a whole, so that a program that is interrupted leaves the one or the other. Only what
/// another file cannot stand for is written in place: a device, a pipe, a file of someone else, one
/// that has several names, and one in a folder that takes no new files. One that standard output or
/// error is redirected to goes on there, after what it holds.
package struct OutputFile: ~Copyable {
  /// Why a text is not where it was to be.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    let name: String
    let reason: String

    /// With the system's reason for the call that has just failed.
    fileprivate init(_ name: String) {
      self.name = name
      reason = String(cString: strerror(errno)).lowercased()
    }

    /// One line that names the file.
    package var description: String { "cannot write \(name): \(reason)".onOneLine }
  }

  private let url: URL
  /// The file that was there; negative where there was none.
  private let descriptor: Int32
  /// Where the new one comes, where there was none.
  private let newPath: String

  /// Looks whether a file can be written.
  package init(_ url: URL) throws(Failure) {
    self.url = url
    let name = url.displayText
    // A path without the slash at its end would name a file, and not a folder.
    let path = url.hasDirectoryPath ? url.path + "/" : url.path
    // Only to learn whether it could be made.
    var made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if made < 0 {
      let found = open(path, O_WRONLY | O_CLOEXEC)
      if found >= 0 {
        (descriptor, newPath) = (found, "")
        return
      }
      // A link may point to where it would be.
      if errno == ENOENT { made = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) }
      if made < 0 { throw Failure(name) }
    }
    close(made)
    (descriptor, newPath) = (-1, url.pathWithoutLinks ?? path)
    unlink(newPath)
  }

  /// Replaces what the file holds.
  package consuming func write(_ text: String) throws(Failure) {
    let name = url.displayText
    if let stream { return try Self.write(text, to: stream, name) }
    var old = stat()
    guard let path = replaceable(&old) else { return try writeInPlace(text) }
    let other = url(besides: path).path
    let made = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard made >= 0 else {
      if descriptor >= 0 { return try writeInPlace(text) }
      throw Failure(name)
    }
    do throws(Failure) {
      defer { close(made) }
      if descriptor >= 0 {
        // The group is kept where it can be; without it, the mode is.
        _ = fchown(made, old.st_uid, old.st_gid)
        fchmod(made, mode_t(old.st_mode) & 0o7777)
      }
      try Self.write(text, to: made, name)
      if rename(other, path) != 0 {
        guard descriptor >= 0 else { throw Failure(name) }
        // A file that is mounted has a place that no other can take.
        unlink(other)
        try writeInPlace(text)
      }
    } catch {
      unlink(other)
      throw error
    }
  }

  /// Writes to standard output.
  package static func print(_ text: String) throws(Failure) {
    try write(text, to: STDOUT_FILENO, "standard output")
  }

  private func writeInPlace(_ text: String) throws(Failure) {
    // A pipe and a device have nothing to remove.
    _ = ftruncate(descriptor, 0)
    try Self.write(text, to: descriptor, url.displayText)
  }

  /// What is redirected to the file, of standard output and error.
  private var stream: Int32? {
    [STDOUT_FILENO, STDERR_FILENO].first { stream in
      var (file, other) = (stat(), stat())
      return fstat(descriptor, &file) == 0 && fstat(stream, &other) == 0
        && file.st_dev == other.st_dev && file.st_ino == other.st_ino
        && file.st_mode & S_IFMT == S_IFREG
    }
  }

  /// The path, without links, of what another file can take the place of.
  private func replaceable(_ old: inout stat) -> String? {
    guard descriptor >= 0 else { return newPath }
    var found = stat()
    guard let path = url.pathWithoutLinks, fstat(descriptor, &old) == 0, stat(path, &found) == 0,
      old.st_dev == found.st_dev, old.st_ino == found.st_ino, old.st_mode & S_IFMT == S_IFREG,
      old.st_nlink == 1, old.st_uid == geteuid()
    else { return nil }
    return path
  }

  /// A file that is not there, in the same folder.
  private func url(besides path: String) -> URL {
    URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent(".compare-\(UUID().uuidString)")
  }

  private static func write(
    _ text: String, to descriptor: Int32, _ name: String
  ) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw Failure(name) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
