/// The place in the source that made a scope, in two words.
///
/// `#fileID` is a pointer into the binary and a length; keeping those instead of a `StaticString`
/// lets an `InjectedValues` travel in four registers and a scope fit in one small allocation.
@usableFromInline
struct SourcePlace: Sendable {
  // A pointer into the binary's constants: immutable, and never freed.
  private nonisolated(unsafe) let file: UnsafePointer<UInt8>
  private let length: UInt32
  private let line: UInt32

  /// Creates a place from the literals `#fileID` and `#line`.
  @usableFromInline
  init(_ fileID: StaticString, _ line: UInt) {
    precondition(fileID.hasPointerRepresentation, "A file ID has at least a module and a file.")
    self.file = fileID.utf8Start
    self.length = UInt32(truncatingIfNeeded: fileID.utf8CodeUnitCount)
    self.line = UInt32(truncatingIfNeeded: line)
  }

  /// The module and file, as in `App/Main.swift`.
  var fileID: String {
    String(decoding: UnsafeBufferPointer(start: file, count: Int(length)), as: UTF8.self)
  }

  /// The line, counted from one.
  var lineNumber: UInt { UInt(line) }
}

extension SourcePlace: CustomStringConvertible {
  @usableFromInline
  var description: String { "\(fileID):\(line)" }
}
