/// What a document shows between backticks, where that looks like a name of an interface.
struct CodeSpan: Equatable {
  /// The names, outermost first: `InjectedValues.run { }` has two.
  let names: [String]

  /// Makes nothing of what is no name: operators, paths, files, commands, plain words, and
  /// variables of the environment.
  init?(_ code: String) {
    guard
      let match = code.wholeMatch(
        of: /(@|\\\.|\\|\.)?(`?[A-Za-z_]\w*`?(?:\.[A-Za-z_]\w*)*)(\(.*\)| ?\{.*\}|\(.*\) ?\{.*\})?/)
    else { return nil }
    let names = match.2.split(separator: ".").map { $0.filter { $0 != "`" } }
    let files = ["swift", "md", "json", "txt", "docc", "html", "dot", "mmd", "yml"]
    guard let last = names.last, match.3 != nil || !files.contains(last) else { return nil }
    let isPlain =
      match.1 == nil && match.3 == nil && names.count == 1 && last.allSatisfy { !$0.isUppercase }
    let isVariable = names.count == 1 && last.allSatisfy { $0.isUppercase || $0 == "_" }
    guard !isPlain, !isVariable || last.count == 1 else { return nil }
    self.names = names
  }

  /// Finds what of the names is unknown.
  ///
  /// - Parameters:
  ///   - graph: The libraries' symbols: what is named behind one of their types is a member of it.
  ///   - words: What else may be named: what compiled code has.
  /// - Returns: The first unknown name; nil where all are known.
  func unknown(in graph: SymbolGraph, or words: Set<String>) -> String? {
    var rest = names[...]
    if names.count > 1, let members = graph.members[names[0]] {
      guard members.contains(names[1]) || ["self", "Type", "init"].contains(names[1]) else {
        return "\(names[0]).\(names[1])"
      }
      rest = names.dropFirst(2)
    }
    return rest.first { !graph.names.contains($0) && !words.contains($0) }
  }
}
