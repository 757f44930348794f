/// The words, marks and literals of a Swift source, with their lines.
///
/// A token is a place in the source, not a copy of it: eight bytes for each. A file of ten megabytes
/// that is nothing but parentheses has ten million of them.
package struct SwiftTokens: Sendable {
  package enum Kind: UInt8, Sendable {
    /// An identifier or keyword; its text has no backticks.
    case word
    /// A character of punctuation, or `->`.
    case mark
    /// A string, without its text. What is interpolated in it follows, in parentheses.
    case string
    case number
    /// A regular expression between slashes, without its text.
    case regex
  }

  /// Where a token begins, and its length and kind in one number.
  struct Entry: Sendable {
    let start: UInt32
    private let packed: UInt32

    init(_ kind: Kind, _ range: Range<Int>) {
      start = UInt32(range.lowerBound)
      packed = UInt32(kind.rawValue) << 29 | UInt32(min(range.count, 1 << 29 - 1))
    }

    var kind: Kind { Kind(rawValue: UInt8(packed >> 29)) ?? .mark }
    var range: Range<Int> { Int(start)..<Int(start) + Int(packed & (1 << 29 - 1)) }
  }

  let bytes: [UInt8]
  let entries: [Entry]
  /// Where the lines after the first begin.
  let lineStarts: [UInt32]
  /// The line of a comment or string that the file ends in.
  package let unfinished: Int?

  package var count: Int { entries.count }

  /// The words, in order, without keywords being told from names.
  package var words: some Sequence<String> {
    (0..<count).lazy.compactMap { word($0) }
  }

  func kind(_ index: Int) -> Kind? { entries.indices.contains(index) ? entries[index].kind : nil }

  func text(_ index: Int) -> String {
    guard entries.indices.contains(index) else { return "" }
    return String(decoding: bytes[entries[index].range], as: UTF8.self)
  }

  /// The line that a token begins in, from 1.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(_ index: Int) -> Int {
    let start = entries[index].start
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= start { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }

  /// The word here; nil where the token is none.
  package func word(_ index: Int) -> String? { kind(index) == .word ? text(index) : nil }

  func isWord(_ word: StaticString, _ index: Int) -> Bool {
    guard kind(index) == .word else { return false }
    return matches(word, entries[index].range)
  }

  /// Whether the token is this character of punctuation.
  func isMark(_ mark: Unicode.Scalar, _ index: Int) -> Bool {
    guard entries.indices.contains(index), entries[index].kind == .mark else { return false }
    let range = entries[index].range
    return range.count == 1 && bytes[range.lowerBound] == UInt8(ascii: mark)
  }

  /// Whether there is nothing between a token and the one behind it.
  func isJoined(_ index: Int) -> Bool {
    entries.indices.contains(index + 1)
      && entries[index].range.upperBound == entries[index + 1].range.lowerBound
  }

  /// Whether the token is the arrow of a function's type.
  func isArrow(_ index: Int) -> Bool {
    kind(index) == .mark && entries[index].range.count == 2
  }

  private func matches(_ text: StaticString, _ range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[range]) }
  }
}
