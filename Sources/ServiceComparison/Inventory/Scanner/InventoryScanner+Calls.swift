extension InventoryScanner {
  /// Words that mean something only because these files declare them.
  mutating func visitCall(_ word: String, at index: Int) {
    let next = index + 1
    let isCalled =
      tokens.isMark("(", next) || tokens.isMark("{", next) || tokens.isMark(".", next)
      || tokens.isMark("<", next)
    guard isCalled else { return }
    noteMaker(word, at: index)
    if known.factories.contains(word) { visitFactoryUse(word, at: index) }
    switch word {
    case "Store", "StoreOf", "TestStore", "TestStoreOf": visitStore(at: index)
    case "dependency": visitFactoryFunction(word, at: index)
    case "resolve":
      visitFactoryFunction(word, at: index)
      visitImplicit(word, at: index)
    case "Container", "Assembler", "ObjectScope": visitSwinjectWord(word, at: index)
    case "register", "autoregister": visitImplicit(word, at: index)
    default:
      if known.resolvers.contains(word) || known.registrars.contains(word) {
        visitSwinjectWord(word, at: index)
      }
    }
  }

  /// Reads a container's method in an extension of it: `resolve(API.self)`.
  ///
  /// Others are read at their dot.
  private mutating func visitImplicit(_ word: String, at index: Int) {
    guard !tokens.isMark(".", index - 1), !tokens.isWord("func", index - 1),
      tokens.isMark("(", index + 1), tokens.metatype(index + 2) != nil
    else { return }
    if imports(.swinject) {
      _ = visitSwinjectMember(word, index + 1, at: index)
    } else {
      visitWeaveDIMember(word, index + 1, at: index)
    }
  }

  /// Remembers the types that the value of a key, or a registration, is made of.
  private mutating func noteMaker(_ word: String, at index: Int) {
    guard word.first?.isUppercase == true, tokens.isMark("(", index + 1),
      !tokens.isMark(":", index - 1), let around = surroundings.first
    else { return }
    if registration != nil || isKeyLike(around) { declared.makers[word] = registration ?? around }
  }

  /// Whether a type is one that is listed as a key.
  private func isKeyLike(_ type: String) -> Bool {
    findings.suffix(8).contains { $0.name == type && $0.kind.role == .key }
  }
}
