internal import Foundation

extension URL {
  /// The path of a file that is there, without links; nil where none is.
  var pathWithoutLinks: String? {
    guard let path = realpath(self.path, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Whether both name one file: by one path, through links, or by two of its names.
  func isSameFile(as other: URL) -> Bool {
    guard isFileURL, other.isFileURL else { return false }
    var (first, second) = (stat(), stat())
    switch (stat(path, &first) == 0, stat(other.path, &second) == 0) {
    case (true, true):
      // A terminal may be read and written to.
      return first.st_dev == second.st_dev && first.st_ino == second.st_ino
        && first.st_mode & S_IFMT == S_IFREG
    case (false, false): return placeOfNew == other.placeOfNew
    default: return false
    }
  }

  /// The path of a file that is not there yet.
  private var placeOfNew: String {
    // What a link to nothing points to is made by writing to the link.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    let around = deletingLastPathComponent()
    let file = link.map { URL(fileURLWithPath: $0, relativeTo: around) } ?? self
    let folder = file.absoluteURL.deletingLastPathComponent()
    let path = folder.pathWithoutLinks ?? folder.standardizedFileURL.path
    return "\(path)/\(file.lastPathComponent)"
  }

  /// Whether it is a file of Swift that is there, by whatever path.
  var isSwiftFile: Bool { pathWithoutLinks?.hasSuffix(".swift") ?? false }
}
