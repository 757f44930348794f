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
    case "Injected", "LazyInjected", "WeakLazyInjected", "DynamicInjected":
      visitWrapper(word, at: index)
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

  /// `Injected(\.api)`, a wrapper that is made by hand.
  private mutating func visitWrapper(_ word: String, at index: Int) {
    let call = tokens.afterAngles(index + 1)
    // The attribute is read where its `@` stands.
    guard tokens.isMark("(", call), tokens.keyPath(call + 1) != nil,
      !tokens.isMark("@", index - 1), !tokens.isMark("@", index - 3)
    else { return }
    let module = tokens.isMark(".", index - 1) ? tokens.word(index - 2) : nil
    visitContainerAttribute(word, of: module, call + 1, at: index)
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
      !tokens.isMark(":", index - 1), let around = paths.first,
      let service = registration ?? key(around)
    else { return }
    declared.names.makers[word] = InventoryDeclarations.Maker(service: service, file: file)
  }

  /// The name of a type as a key, where it is listed as one.
  private func key(_ type: String) -> String? {
    findings.suffix(8).last { $0.name == type && $0.kind.role == .key }?.services.first
  }
}
