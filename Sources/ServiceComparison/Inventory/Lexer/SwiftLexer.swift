/// Splits Swift source into the tokens that an inventory looks at.
///
/// Comments are passed over, nested ones too. What is interpolated in a string is code, and stands
/// behind the string, in parentheses. No compiler: conditions (`#if`) are not decided, so that the code
/// of every branch is there. What is open is kept on a list, not on the stack: no nesting is too deep.
package struct SwiftLexer {
  /// A string that code is interpolated in: how it goes on when its parenthesis closes.
  private struct Interpolation {
    let literal: Literal
    var parentheses: Int32 = 1
  }

  /// How a string ends.
  private struct Literal {
    let hashes: Int32
    let isMultiline: Bool
    let line: Int32
  }

  /// How far a regular expression between slashes is looked for its end.
  private static let reach = 400

  private let bytes: [UInt8]
  private var position = 0
  private var entries: [SwiftTokens.Entry] = []
  private var lineStarts: [UInt32] = []
  private var interpolations: [Interpolation] = []
  private var unfinished: Int?
  /// Whether a slash here begins a regular expression, as far as the token before tells.
  private var isOperandExpected = true
  /// Where the token before ends.
  private var end = 0
  /// The quotes ahead in this line that have more `#` behind them than all later ones, nearest last.
  private var closings: [(quote: Int, hashes: Int)] = []
  /// Where the line ends that `closings` is of.
  private var endOfClosings = 0

  private init(_ source: String) {
    bytes = Array(source.utf8)
    // Reserved, not touched: only what is used is ever in memory.
    entries.reserveCapacity(bytes.count)
  }

  package static func tokens(of source: String) -> SwiftTokens {
    var lexer = SwiftLexer(source)
    if source.utf8.starts(with: [0xEF, 0xBB, 0xBF]) { lexer.position = 3 }
    while !lexer.isAtEnd { lexer.next() }
    let open = lexer.interpolations.first.map { Int($0.literal.line) }
    return SwiftTokens(
      bytes: lexer.bytes, entries: lexer.entries, lineStarts: lexer.lineStarts,
      unfinished: open ?? lexer.unfinished)
  }

  private var isAtEnd: Bool { position >= bytes.count }
  private var line: Int { lineStarts.count + 1 }

  private func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      let byte = bytes[position]
      position += 1
      // A carriage return alone ends a line too; with a line feed it is one end.
      if byte == .lineFeed || (byte == .carriageReturn && peek() != .lineFeed) {
        lineStarts.append(UInt32(position))
      }
    }
  }

  private mutating func append(_ kind: SwiftTokens.Kind, _ range: Range<Int>) {
    let isPostfix = range.lowerBound == end
    end = range.upperBound
    entries.append(SwiftTokens.Entry(kind, range))
    isOperandExpected =
      switch kind {
      case .string, .number, .regex: false
      case .mark:
        switch bytes[range.lowerBound] {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): false
        // Behind an operand, `!` and `?` are part of it.
        case UInt8(ascii: "!"), UInt8(ascii: "?"): !isPostfix || isOperandExpected
        default: true
        }
      case .word:
        range.count <= 6
          && ["return", "in", "case", "try", "await", "where"]
            .contains(String(decoding: bytes[range], as: UTF8.self))
      }
  }

  private mutating func next() {
    let byte = peek()
    let start = position
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), .lineFeed, .carriageReturn, 0x0B, 0x0C, 0:
      advance()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
      while !isAtEnd, peek() != .lineFeed, peek() != .carriageReturn { position += 1 }
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
      skipComment()
    case UInt8(ascii: "/"):
      if let length = regexLength() {
        advance(length)
        append(.regex, start..<position)
      } else {
        position += 1
        append(.mark, start..<position)
      }
    case UInt8(ascii: "\""):
      beginString(hashes: 0)
    case UInt8(ascii: "#"):
      var hashes = 1
      while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
      switch peek(hashes) {
      case UInt8(ascii: "\""): beginString(hashes: hashes)
      case UInt8(ascii: "/"): skipExtendedRegex(hashes)
      default:
        position += hashes
        append(.mark, start..<start + 1)
      }
    case UInt8(ascii: "`"):
      position += 1
      while !isAtEnd, peek() != UInt8(ascii: "`"), peek() != .lineFeed { position += 1 }
      append(.word, start + 1..<position)
      if peek() == UInt8(ascii: "`") { position += 1 }
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while !isAtEnd, peek().isWordPart { position += 1 }
      append(.number, start..<position)
    case _ where byte.isWordPart:
      while !isAtEnd, peek().isWordPart { position += 1 }
      append(.word, start..<position)
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
      position += 2
      append(.mark, start..<position)
    default:
      position += 1
      append(.mark, start..<position)
      closeInterpolation(at: byte)
    }
  }

  /// Counts the parentheses of interpolated code; with the last one, its string goes on.
  private mutating func closeInterpolation(at byte: UInt8) {
    guard let last = interpolations.indices.last else { return }
    if byte == UInt8(ascii: "(") { interpolations[last].parentheses += 1 }
    guard byte == UInt8(ascii: ")") else { return }
    interpolations[last].parentheses -= 1
    guard interpolations[last].parentheses == 0 else { return }
    readString(interpolations.removeLast().literal)
  }

  private mutating func skipComment() {
    let start = line
    var depth = 0
    repeat {
      if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        advance(2)
      } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && !isAtEnd
    if depth > 0 { unfinished = start }
  }

  private mutating func beginString(hashes: Int) {
    let start = position
    position += hashes
    let isTriple = (0..<3).allSatisfy { peek($0) == UInt8(ascii: "\"") }
    let isMultiline = isTriple && !(hashes > 0 && closesInLine(hashes))
    position += isMultiline ? 3 : 1
    // The token stands where the string begins; what follows it is known when it has ended.
    append(.string, start..<position)
    readString(Literal(hashes: Int32(hashes), isMultiline: isMultiline, line: Int32(line)))
  }

  /// Whether three quotes behind `#` are one quote in a string of one line: `#"""#`.
  ///
  /// A line is looked through once, however many of its strings begin so.
  private mutating func closesInLine(_ hashes: Int) -> Bool {
    if position >= endOfClosings { findClosings() }
    while let nearest = closings.last, nearest.quote <= position { closings.removeLast() }
    return closings.last.map { $0.hashes >= hashes } ?? false
  }

  private mutating func findClosings() {
    let isEnd = { (byte: UInt8) in byte == .lineFeed || byte == .carriageReturn }
    endOfClosings = bytes[position...].firstIndex(where: isEnd) ?? bytes.count
    closings = []
    var hashes = 0
    for index in (position..<endOfClosings).reversed() {
      if bytes[index] == UInt8(ascii: "#") {
        hashes += 1
        continue
      }
      if bytes[index] == UInt8(ascii: "\""), hashes > closings.last?.hashes ?? 0 {
        closings.append((index, hashes))
      }
      hashes = 0
    }
  }

  private func isRun(of hashes: Int, at index: Int) -> Bool {
    index + hashes <= bytes.count
      && bytes[index..<index + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Reads to the end of a string, or to code that is interpolated in it.
  private mutating func readString(_ literal: Literal) {
    let hashes = Int(literal.hashes)
    while !isAtEnd {
      switch peek() {
      case UInt8(ascii: "\""):
        let quotes = literal.isMultiline ? 3 : 1
        if (0..<quotes).allSatisfy({ peek($0) == UInt8(ascii: "\"") }),
          isRun(of: hashes, at: position + quotes)
        {
          position += quotes + hashes
          isOperandExpected = false
          return
        }
        position += 1
      case UInt8(ascii: "\\") where isRun(of: hashes, at: position + 1):
        position += 1 + hashes
        if peek() == UInt8(ascii: "(") {
          append(.mark, position..<position + 1)
          position += 1
          interpolations.append(Interpolation(literal: literal))
          return
        }
        advance()
      case .lineFeed, .carriageReturn:
        if !literal.isMultiline {
          // A string that is not closed ends with its line.
          unfinished = Int(literal.line)
          return
        }
        advance()
      default:
        position += 1
      }
    }
    unfinished = Int(literal.line)
  }

  private mutating func skipExtendedRegex(_ hashes: Int) {
    let start = (position, line)
    position += hashes + 1
    while !isAtEnd {
      if peek() == UInt8(ascii: "/"), isRun(of: hashes, at: position + 1) {
        position += hashes + 1
        return append(.regex, start.0..<position)
      }
      advance(peek() == UInt8(ascii: "\\") ? 2 : 1)
    }
    unfinished = start.1
  }

  /// The length of a regular expression between single slashes, as far as the characters around
  /// tell: it follows no operand, begins and ends beside a character, is closed in its line, and closes
  /// no parenthesis that it has not opened (SE-0354).
  private func regexLength() -> Int? {
    guard isOperandExpected, ![UInt8(ascii: " "), UInt8(ascii: "\t")].contains(peek(1)) else {
      return nil
    }
    var length = 1
    var parentheses = 0
    var brackets = 0
    var isBehindSpace = false
    while length < Self.reach, position + length < bytes.count {
      let byte = peek(length)
      switch byte {
      case .lineFeed, .carriageReturn: return nil
      case UInt8(ascii: "\\"): length += 1
      case UInt8(ascii: "/"): return isBehindSpace ? nil : length + 1
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets = max(0, brackets - 1)
      case UInt8(ascii: "(") where brackets == 0: parentheses += 1
      case UInt8(ascii: ")") where brackets == 0:
        guard parentheses > 0 else { return nil }
        parentheses -= 1
      default: break
      }
      isBehindSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      length += 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  fileprivate static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  /// Whether it is part of a word; what is not ASCII is.
  fileprivate var isWordPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
