/// What the braces of a closure hold.
extension SwiftTokens {
  /// How far back is looked for what a brace belongs to.
  private static let reachBack = 60

  /// Whether the brace here opens a closure, and not the body of a statement.
  func isClosure(_ brace: Int) -> Bool {
    var depth = 0
    var index = brace - 1
    while index >= max(0, brace - Self.reachBack) {
      if isMark(")", index) || isMark("]", index) {
        depth += 1
      } else if isMark("(", index) || isMark("[", index) {
        depth -= 1
        // An argument.
        if depth < 0 { return true }
      } else if depth == 0 {
        if isMark("{", index) || isMark("}", index) || isMark(";", index) { return true }
        if beginsStatement(index) { return false }
      }
      index -= 1
    }
    return true
  }

  /// Whether a word here begins a statement with braces: no condition (`#if`), no label (`for:`).
  private func beginsStatement(_ index: Int) -> Bool {
    guard kind(index) == .word, !isMark("#", index - 1), !isMark(".", index - 1),
      !isMark(":", index + 1)
    else { return false }
    return [
      "if", "else", "guard", "while", "for", "switch", "do", "catch", "repeat", "defer",
    ].contains(text(index))
  }

  /// Whether a member of the value here is set or handed on to be changed: `$0.api.load = …`,
  /// `&$0.api`.
  func isSet(_ index: Int) -> Bool {
    if isMark("&", index - 1), !isMark("&", index - 2) { return true }
    let next = afterMembers(index)
    if isMark("=", next) { return !isMark("=", next + 1) }
    // `+=`, and no comparison.
    return kind(next) == .mark && isJoined(next) && isMark("=", next + 1)
      && !["<", ">", "!"].contains(text(next))
  }

  /// Whether a member of the value here is set, or called where it may change itself, and not only
  /// read: `$0.api { … }`.
  func isChanged(_ index: Int) -> Bool {
    if isSet(index) { return true }
    let next = afterMembers(index)
    guard isMark("(", next) || isMark("{", next) && isClosure(next) else { return false }
    // What is called may change itself where a statement begins; an argument, an operand, a right hand
    // side and a condition read.
    guard kind(index - 1) == .mark else { return !beginsStatement(index - 1) }
    let isTried = isWord("try", index - 2) && (isMark("!", index - 1) || isMark("?", index - 1))
    return isTried || ["{", "}", ";", ")", "]"].contains(text(index - 1))
  }

  /// The index behind the members and subscripts of the value here.
  func afterMembers(_ index: Int) -> Int {
    var next = index + 1
    while next < min(index + 60, count) {
      if isMark(".", next), word(next + 1) != nil {
        next += 2
      } else if isMark("[", next) {
        next = afterBrackets(next)
      } else if isMark("?", next) || isMark("!", next), isJoined(next - 1), !isMark("=", next + 1) {
        next += 1
      } else {
        break
      }
    }
    return next
  }

  /// The name of the first parameter of the closure that opens here; nil where it names none.
  func parameter(ofClosureAt brace: Int) -> String? {
    var next = brace + 1
    while isMark("@", next), word(next + 1) != nil {
      next = isMark("(", next + 2) ? afterBrackets(next + 2) : next + 2
    }
    if isMark("[", next) { next = afterBrackets(next) }
    let isInParentheses = isMark("(", next)
    guard let name = word(isInParentheses ? next + 1 : next), name != "in" else { return nil }
    next = isInParentheses ? afterBrackets(next) : next + 1
    if isWord("async", next) || isWord("throws", next) || isArrow(next) {
      next = (next..<min(next + 12, count)).first { isWord("in", $0) } ?? next
    }
    return isWord("in", next) ? name : nil
  }
}
