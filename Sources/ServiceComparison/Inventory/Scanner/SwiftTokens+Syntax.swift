/// What stands in a row of tokens. Each looks no further than ``reach`` tokens ahead, so that no file,
/// whatever it leaves open, is read more than that many times.
extension SwiftTokens {
  /// How far ahead is looked for what closes a bracket.
  static let reach = 400

  /// The names of a key path literal that begins here, joined by dots; nil where none does.
  ///
  /// A root that is written (`\EnvironmentValues.theme`) is left out.
  func keyPath(_ index: Int) -> (root: String?, path: String)? {
    guard isMark("\\", index) else { return nil }
    var next = index + 1
    var root: String?
    var names: [String] = []
    if let word = word(next) {
      root = word
      next += 1
    }
    while isMark(".", next), let name = word(next + 1), names.count < 16 {
      // `\Outer.Values.theme`
      if names.isEmpty, root != nil, name.first?.isUppercase == true, isMark(".", next + 2) {
        root = name
      } else {
        names.append(name)
      }
      next += 2
      while isMark("?", next) || isMark("!", next) { next += 1 }
    }
    return names.isEmpty ? nil : (root, names.joined(separator: "."))
  }

  /// What a short string says that begins here.
  func shortString(_ index: Int) -> String? {
    guard kind(index) == .string else { return nil }
    let rest = bytes[entries[index].range.upperBound...].prefix(100)
    return rest.firstIndex(of: UInt8(ascii: "\"")).map {
      String(decoding: rest[..<$0], as: UTF8.self)
    }
  }

  /// The name of a type that is written here, and the index behind it: `any A`, `A?`, `[A]`, `B<A>`,
  /// `(any A & B)`.
  func type(_ index: Int) -> (name: String, next: Int)? {
    var next = index
    while isWord("any", next) || isWord("some", next) { next += 1 }
    var name: String
    if isMark("(", next) || isMark("[", next) {
      let isArray = isMark("[", next)
      let end = afterBrackets(next)
      name = text(in: next + 1..<max(next + 1, end - 1))
      if isArray { name = "[\(name)]" }
      next = end
    } else {
      guard let first = word(next) else { return nil }
      name = first
      next += 1
      var parts = 0
      while parts < 16 {
        if isMark("<", next) {
          let end = afterAngles(next)
          name += "<" + text(in: next + 1..<max(next + 1, end - 1)) + ">"
          next = end
        }
        guard isMark(".", next), let part = word(next + 1), part != "self", part != "Type" else {
          break
        }
        name += "." + part
        next += 2
        parts += 1
      }
    }
    while isMark("?", next) || isMark("!", next) { next += 1 }
    return name.isEmpty ? nil : (name, next)
  }

  /// The name of the type in `Name.self`, from here; nil where none is.
  func metatype(_ index: Int) -> (name: String, next: Int)? {
    guard let type = type(index), isMark(".", type.next), isWord("self", type.next + 1) else {
      return nil
    }
    return (type.name, type.next + 2)
  }

  /// The words of tokens, without `any` and `some`.
  func text(in range: Range<Int>) -> String {
    var result = ""
    for index in range.prefix(40) {
      switch kind(index) {
      case .word where isWord("any", index) || isWord("some", index): continue
      case .word where kind(index - 1) == .word && result.last?.isLetter == true:
        result += " " + text(index)
      case .word, .number: result += text(index)
      case .mark where isMark("&", index): result += " & "
      case .mark where isArrow(index): result += " -> "
      case .mark where isMark(",", index) || isMark(":", index): result += text(index) + " "
      case .mark: result += text(index)
      default: result += "…"
      }
    }
    return result
  }

  /// The index behind the bracket that closes the one here: round, square or curly.
  func afterBrackets(_ index: Int) -> Int { after(index, isOpening, isClosing) }

  private func after(
    _ index: Int, _ isOpening: (Int) -> Bool, _ isClosing: (Int) -> Bool
  ) -> Int {
    var depth = 0
    var next = index
    while next < min(count, index + Self.reach) {
      if isOpening(next) { depth += 1 }
      if isClosing(next) { depth -= 1 }
      next += 1
      if depth == 0 { break }
    }
    return next
  }

  func isOpening(_ index: Int) -> Bool {
    isMark("(", index) || isMark("[", index) || isMark("{", index)
  }

  func isClosing(_ index: Int) -> Bool {
    isMark(")", index) || isMark("]", index) || isMark("}", index)
  }

  /// The index of what a member here is one of, in front of `?` and `!`.
  func beforeMarks(_ index: Int) -> Int {
    isMark("?", index - 1) || isMark("!", index - 1) ? index - 2 : index - 1
  }

  /// The index behind the angle bracket that closes the one here; the same where none opens.
  func afterAngles(_ index: Int) -> Int {
    guard isMark("<", index) else { return index }
    return after(index, { isMark("<", $0) }, { isMark(">", $0) })
  }

  /// The service that is named behind values: `.api`, or the type of `[API.self]`.
  func member(_ index: Int) -> String? {
    if isMark(".", index) { return word(index + 1) }
    return isMark("[", index) ? metatype(index + 1)?.name : nil
  }

  /// The number of arguments between the parenthesis here and the one that closes it, and the words
  /// of the first.
  func arguments(_ index: Int) -> (count: Int, first: String) {
    var depth = 0
    var commas = 0
    var first: Int?
    var next = index
    let end = min(count, index + Self.reach)
    while next < end {
      if isOpening(next) { depth += 1 }
      if isClosing(next) { depth -= 1 }
      if depth == 0 { break }
      if depth == 1, isMark(",", next) {
        commas += 1
        first = first ?? next
      }
      next += 1
    }
    let words = text(in: index + 1..<max(index + 1, first ?? next))
    return (next == index + 1 ? 0 : commas + 1, words)
  }

  /// The name and the type of the `var` or `let` that follows attributes and modifiers.
  func property(after index: Int) -> (index: Int, name: String, type: String?)? {
    var next = index
    // Attributes have arguments; the declaration itself is near.
    while next < min(index + 60, count) {
      if isMark("(", next) {
        next = afterBrackets(next)
        continue
      }
      if isMark("{", next) || isMark("}", next) { return nil }
      if isWord("var", next) || isWord("let", next), let name = word(next + 1) {
        return (next, name, typeOfProperty(next))
      }
      next += 1
    }
    return nil
  }

  /// The type of the property whose `var` or `let` is here: as it is written, or as far as what it is
  /// set to tells.
  func typeOfProperty(_ index: Int) -> String? {
    var next = index + 2
    if isMark(":", next) {
      guard let type = type(next + 1) else { return nil }
      // A function's type is none of the words that it begins with.
      return isArrow(type.next) || isWord("async", type.next) || isWord("throws", type.next)
        ? "function" : type.name
    }
    guard isMark("=", next) else { return nil }
    next += 1
    while isMark("-", next) { next += 1 }
    switch kind(next) {
    case .number: return isMark(".", next + 1) && kind(next + 2) == .number ? "Double" : "Int"
    case .string: return "String"
    case .word where isWord("true", next) || isWord("false", next): return "Bool"
    case .word: return type(next).flatMap { $0.name.first?.isUppercase == true ? $0.name : nil }
    default: return nil
    }
  }
}

extension String {
  /// The names in a type's name, each with its arguments: `A<B.C>` and `D` of `A<B.C>.D`.
  var partsOfType: [String] {
    var parts = [""]
    var depth = 0
    var last: Character?
    for character in self {
      if depth == 0, character == "." {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      if character == "<" { depth += 1 }
      // No end of arguments: `->`.
      if character == ">", last != "-" { depth = max(0, depth - 1) }
      last = character
    }
    return parts.filter { !$0.isEmpty }
  }

  /// A type's name without its arguments: `Box.Key` of `Box<[A], B<C>>.Key`.
  var withoutArguments: String {
    contains("<") ? partsOfType.map { $0.prefix { $0 != "<" } }.joined(separator: ".") : self
  }
}
