/// The place in the source that made a scope, in two words.
///
/// `#fileID` is a pointer into the binary and a length, which are kept instead of a `StaticString`.
@usableFromInline
package struct SourcePlace: Sendable {
  /// The address of the file's name, which is immutable and never freed.
  private let file: UInt
  private let length: UInt32
  private let line: UInt32

  /// Creates a place from the literals `#fileID` and `#line`.
  @usableFromInline
  @inline(never)
  package init(_ fileID: StaticString, _ line: UInt) {
    precondition(fileID.hasPointerRepresentation, "A file ID has at least a module and a file.")
    self.init(
      file: UInt(bitPattern: fileID.utf8Start), length: fileID.utf8CodeUnitCount, line: line)
  }

  private init(file: UInt, length: Int, line: UInt) {
    self.file = file
    self.length = UInt32(truncatingIfNeeded: length)
    self.line = UInt32(truncatingIfNeeded: line)
  }

  static let process = SourcePlace("process", 0)

  /// The place of a scope whose maker has not said where it is.
  static let unknown = SourcePlace("InjectedValues", 0)

  /// Creates a place from strings that are known at run time only.
  ///
  /// Keeps one copy of each file's name for as long as the process lives.
  package init(interning fileID: String, _ line: UInt) {
    let file = Self.names.withLock { names in
      if let known = names[fileID] { return known }
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: fileID.utf8.count)
      _ = copy.initialize(from: fileID.utf8)
      let address = UInt(bitPattern: copy.baseAddress)
      names[fileID] = address
      return address
    }
    self.init(file: file, length: fileID.utf8.count, line: line)
  }

  private static let names = Guarded<[String: UInt]>([:])

  /// The module and file, as in `App/Main.swift`.
  @inline(never)
  package var fileID: String {
    let bytes = UnsafeBufferPointer(
      start: UnsafePointer<UInt8>(bitPattern: file), count: Int(length))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The line, counted from one; zero where only the file is known.
  package var lineNumber: UInt { UInt(line) }

  /// Whether another one is the same line: a file may have its name at more than one address.
  func isSame(as other: SourcePlace) -> Bool {
    line == other.line && (file == other.file || fileID == other.fileID)
  }
}

extension SourcePlace: CustomStringConvertible {
  @usableFromInline
  @inline(never)
  package var description: String { lineNumber == 0 ? fileID : "\(fileID):\(lineNumber)" }
}
