/// Splits Swift source into the tokens that an inventory looks at.
///
/// Comments are passed over, nested ones too. A literal is one token without its text, and what is
/// interpolated in a string is not looked into. No compiler: conditions (`#if`) are not decided, so
/// that the code of every branch is there.
package struct SwiftLexer {
  /// A word, a mark or a literal, and the line that it begins in.
  package struct Token: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// An identifier or keyword, without backticks.
      case word(String)
      /// A character of punctuation, or `->`.
      case mark(String)
      /// A string, number or regular expression.
      case literal
    }

    package let kind: Kind
    package let line: Int
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1
  private var tokens: [Token] = []
  /// The line of a comment or string that the file ends in.
  private var unfinished: Int?

  private init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// Splits a source.
  ///
  /// - Parameter source: The text of a file.
  /// - Returns: The tokens, and the line of a comment or string that the file ends in.
  /// - Complexity: O(*n*) in the length of the source; a slash that may begin a regular expression
  ///   is followed to the end of its line.
  package static func tokens(of source: String) -> (tokens: [Token], unfinished: Int?) {
    var lexer = SwiftLexer(source)
    while !lexer.isAtEnd { lexer.next() }
    return (lexer.tokens, lexer.unfinished)
  }

  private var isAtEnd: Bool { position >= scalars.count }

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    position + offset < scalars.count ? scalars[position + offset] : nil
  }

  private func starts(with text: String) -> Bool {
    var offset = 0
    for scalar in text.unicodeScalars {
      guard peek(offset) == scalar else { return false }
      offset += 1
    }
    return true
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < scalars.count {
      // A carriage return alone ends a line too; with a line feed it is one end.
      if scalars[position] == "\n" || (scalars[position] == "\r" && peek(1) != "\n") { line += 1 }
      position += 1
    }
  }

  private mutating func append(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, line: start))
  }

  private mutating func next() {
    guard let scalar = peek() else { return }
    let start = line
    if scalar.properties.isWhitespace {
      advance()
    } else if starts(with: "//") {
      while let scalar = peek(), scalar != "\n", scalar != "\r" { advance() }
    } else if starts(with: "/*") {
      skipComment()
    } else if scalar == "\"" || scalar == "#", let hashes = delimiter(before: "\"") {
      skipString(hashes)
      append(.literal, from: start)
    } else if scalar == "#", let hashes = delimiter(before: "/") {
      skipExtendedRegex(hashes)
      append(.literal, from: start)
    } else if scalar == "/", let length = regexLength() {
      advance(length)
      append(.literal, from: start)
    } else if scalar == "`" {
      advance()
      let word = take { $0 != "`" && $0 != "\n" }
      advance()
      append(.word(word), from: start)
    } else if scalar.isWordStart {
      append(.word(take(\.isWordPart)), from: start)
    } else if ("0"..."9").contains(scalar) {
      _ = take(\.isWordPart)
      append(.literal, from: start)
    } else {
      let isArrow = starts(with: "->")
      advance(isArrow ? 2 : 1)
      append(.mark(isArrow ? "->" : String(scalar)), from: start)
    }
  }

  private mutating func take(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    while let scalar = peek(), isPart(scalar) {
      text.unicodeScalars.append(scalar)
      advance()
    }
    return text
  }

  /// The number of `#` before a quote or slash, where such a literal begins here.
  private func delimiter(before end: Unicode.Scalar) -> Int? {
    var count = 0
    while peek(count) == "#" { count += 1 }
    return peek(count) == end ? count : nil
  }

  private mutating func skipComment() {
    let start = line
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        advance(2)
      } else if starts(with: "*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && !isAtEnd
    if depth > 0 { unfinished = start }
  }

  private mutating func skipString(_ hashes: Int) {
    let start = line
    let pounds = String(repeating: "#", count: hashes)
    advance(hashes)
    let isMultiline = starts(with: "\"\"\"")
    let quotes = isMultiline ? "\"\"\"" : "\""
    advance(isMultiline ? 3 : 1)
    while !isAtEnd {
      if starts(with: quotes + pounds) { return advance(quotes.count + hashes) }
      if starts(with: "\\\(pounds)(") {
        advance(hashes + 2)
        skipInterpolation()
      } else if starts(with: "\\\(pounds)") {
        advance(hashes + 2)
      } else if !isMultiline, peek() == "\n" || peek() == "\r" {
        // A string that is not closed ends with its line.
        unfinished = start
        return
      } else {
        advance()
      }
    }
    unfinished = start
  }

  /// Reads on as code to the parenthesis that closes an interpolation, and keeps no token of it.
  private mutating func skipInterpolation() {
    let count = tokens.count
    var depth = 1
    while depth > 0 && !isAtEnd {
      let before = tokens.count
      next()
      guard tokens.count > before else { continue }
      if tokens[before].kind == .mark("(") { depth += 1 }
      if tokens[before].kind == .mark(")") { depth -= 1 }
    }
    tokens.removeSubrange(count...)
  }

  private mutating func skipExtendedRegex(_ hashes: Int) {
    let start = line
    let end = "/" + String(repeating: "#", count: hashes)
    advance(hashes + 1)
    while !isAtEnd {
      if starts(with: end) { return advance(hashes + 1) }
      advance(peek() == "\\" ? 2 : 1)
    }
    unfinished = start
  }

  /// The length of a regular expression between single slashes, as far as the characters around
  /// tell: it follows no operand, begins and ends beside a character, and is closed in its line.
  private func regexLength() -> Int? {
    switch tokens.last?.kind {
    case .literal, .mark(")"), .mark("]"), .mark("}"): return nil
    case .word(let word) where !["return", "in", "case", "try", "await", "where"].contains(word):
      return nil
    default: break
    }
    guard let first = peek(1), !first.properties.isWhitespace else { return nil }
    var length = 1
    while let scalar = peek(length), scalar != "\n", scalar != "\r" {
      if scalar == "\\" {
        length += 2
      } else if scalar == "/" {
        return length + 1
      } else {
        length += 1
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  fileprivate var isWordStart: Bool { self == "_" || self == "$" || properties.isXIDStart }
  fileprivate var isWordPart: Bool { isWordStart || properties.isXIDContinue }
}
