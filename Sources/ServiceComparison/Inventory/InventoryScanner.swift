/// Finds in the tokens of one file what an inventory lists.
struct InventoryScanner {
  let tokens: [SwiftLexer.Token]
  let file: String
  /// The modules that the file imports.
  let imports: Set<String>
  var findings: [InventoryFinding] = []
  /// The types whose braces are open, innermost last; nil for other braces.
  private var contexts: [String?] = []
  /// The type that a brace belongs to, by the brace's index.
  var openings: [Int: String] = [:]
  /// Properties that were listed already, by the index of their `var`.
  var listed: Set<Int> = []

  private init(_ tokens: [SwiftLexer.Token], _ file: String) {
    self.tokens = tokens
    self.file = file
    var imports: Set<String> = []
    for index in tokens.indices where tokens[index].kind == .word("import") {
      guard index + 1 < tokens.count, case .word(var name) = tokens[index + 1].kind else {
        continue
      }
      let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
      if kinds.contains(name), index + 2 < tokens.count,
        case .word(let module) = tokens[index + 2].kind
      {
        name = module
      }
      imports.insert(name)
    }
    self.imports = imports
  }

  /// Finds what a file has.
  ///
  /// - Complexity: O(*n*) in the number of tokens; a declaration's header is read twice.
  static func findings(in tokens: [SwiftLexer.Token], of file: String) -> [InventoryFinding] {
    var scanner = InventoryScanner(tokens, file)
    for index in tokens.indices { scanner.visit(index) }
    return scanner.findings.sorted { $0.line < $1.line }
  }

  /// The type or extension that is being declared where the scan is.
  var context: String? { contexts.last ?? nil }

  /// Whether the scan is anywhere inside braces that were named so.
  func isInside(_ name: String) -> Bool { contexts.contains(name) }

  private mutating func visit(_ index: Int) {
    switch tokens[index].kind {
    case .mark("{"): contexts.append(openings[index])
    case .mark("}"): _ = contexts.popLast()
    case .mark("@"): visitAttribute(at: index)
    case .mark("."): visitMember(at: index)
    case .word(let word): visitWord(word, at: index)
    default: break
    }
  }

  mutating func add(
    _ kind: InventoryFinding.Kind, _ name: String, at index: Int, doubt: String? = nil
  ) {
    findings.append(
      InventoryFinding(
        file: file, line: tokens[index].line, kind: kind, name: name, doubt: doubt))
  }

  /// A doubt where none of the modules is imported that declare what was found.
  func doubt(unlessImporting modules: String...) -> String? {
    imports.isDisjoint(with: modules)
      ? "the file does not import \(modules.joined(separator: " or "))" : nil
  }

  // MARK: Tokens

  func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), case .word(let word) = tokens[index].kind else {
      return nil
    }
    return word
  }

  func isMark(_ mark: String, _ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .mark(mark)
  }

  /// The names of a key path literal that begins here, joined by dots; nil where none does.
  ///
  /// A root that is written (`\EnvironmentValues.theme`) is left out.
  func keyPath(_ index: Int) -> String? {
    guard isMark("\\", index) else { return nil }
    var next = index + 1
    if word(next) != nil { next += 1 }
    var names: [String] = []
    while isMark(".", next), let name = word(next + 1) {
      names.append(name)
      next += 2
      while isMark("?", next) || isMark("!", next) { next += 1 }
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// The name of the type in `Name.self` or `Outer.Name<T>.self`, from here; nil where none is.
  func metatype(_ index: Int) -> String? {
    guard var name = word(index) else { return nil }
    var next = index + 1
    while true {
      if isMark("<", next) { next = afterAngles(next) }
      guard isMark(".", next), let part = word(next + 1) else { return nil }
      if part == "self" { return name }
      name += "." + part
      next += 2
    }
  }

  /// The index behind the angle bracket that closes the one here.
  func afterAngles(_ index: Int) -> Int {
    var depth = 0
    var next = index
    while next < tokens.count {
      if isMark("<", next) { depth += 1 }
      if isMark(">", next) { depth -= 1 }
      next += 1
      if depth == 0 { break }
    }
    return next
  }

  /// The number of arguments between the parenthesis here and the one that closes it, and the words
  /// of the first.
  func arguments(_ index: Int) -> (count: Int, first: String) {
    var depth = 0
    var count = 0
    var first = ""
    var next = index
    while next < tokens.count {
      switch tokens[next].kind {
      case .mark(let mark) where "([{".contains(mark): depth += 1
      case .mark(let mark) where ")]}".contains(mark): depth -= 1
      case .mark(",") where depth == 1: count += 1
      default: break
      }
      if depth == 0 { break }
      if count == 0, next > index { first += text(of: tokens[next]) }
      next += 1
    }
    return (first.isEmpty ? 0 : count + 1, first)
  }

  private func text(of token: SwiftLexer.Token) -> String {
    switch token.kind {
    case .word(let text), .mark(let text): text
    case .literal: "…"
    }
  }

  /// The name and the type's first name of the `var` or `let` that follows attributes and modifiers.
  func property(after index: Int) -> (index: Int, name: String, type: String?)? {
    var next = index
    // Attributes have arguments; the declaration itself is near.
    while next < min(index + 60, tokens.count) {
      if isMark("(", next) {
        next = afterParentheses(next)
        continue
      }
      if isMark("{", next) || isMark("}", next) { return nil }
      if let keyword = word(next), ["var", "let"].contains(keyword), let name = word(next + 1) {
        return (next, name, isMark(":", next + 2) ? word(next + 3) : nil)
      }
      next += 1
    }
    return nil
  }

  private func afterParentheses(_ index: Int) -> Int {
    var depth = 0
    var next = index
    while next < tokens.count {
      if isMark("(", next) { depth += 1 }
      if isMark(")", next) { depth -= 1 }
      next += 1
      if depth == 0 { break }
    }
    return next
  }
}
