/// What is written for Factory.
extension InventoryScanner {
  private static let contexts: Set<String> = [
    "onTest", "onPreview", "onDebug", "onSimulator", "onDevice", "onArg", "onArgs",
  ]

  private var isUsed: Bool {
    (imports(.factory) || uses(.factory)) && !imports(.weaveDI) && !imports(.swinject)
  }

  /// Whether a type is one of a factory: `Factory<API>`.
  func isFactoryType(_ type: String) -> Bool {
    guard type.hasSuffix(">"), !isOwn("Factory", not: .factory), !imports(.weaveDI) else {
      return false
    }
    let name = type.prefix { $0 != "<" }
    return ["Factory", "ParameterFactory"].contains(name.split(separator: ".").last ?? name)
  }

  /// Lists a property or function that gives a factory, and reads its braces as the registration's.
  mutating func addFactory(_ name: String, body: Int, at index: Int) {
    declared.factories.insert(name)
    if tokens.isMark("{", body) { openings[body] = Scope(registration: name) }
    guard isUsed else { return }
    add(.factory, name, at: index, doubt: doubt(about: .factory))
  }

  /// A factory that is made where no property says its type: `static let api = Factory { API() }`.
  mutating func visitFactory(_ name: String, at index: Int) {
    guard
      tokens.isWord("Factory", index + 3) || tokens.isWord("ParameterFactory", index + 3),
      !isOwn("Factory", not: .factory), !imports(.weaveDI)
    else { return }
    guard let brace = closure(ofCallAt: tokens.afterAngles(index + 4)) else { return }
    addFactory(name, body: brace, at: index)
    chained = name
  }

  /// - Returns: Whether the member is one of Factory's.
  mutating func visitFactoryMember(_ name: String, _ call: Int, at index: Int) -> Bool {
    guard isUsed, !isOwn("Container", not: .factory) || known.containers.count > 1 else {
      return false
    }
    let isOverride =
      switch name {
      case "register":
        imports(.factory)
          && (tokens.isMark("{", call)
            || tokens.isMark("(", call) && tokens.isWord("factory", call + 1))
      case "with": tokens.isMark("{", call) && isMadeOrShared(index - 1)
      case "context": isContext(call)
      case "decorator": tokens.isMark("{", call) && imports(.factory)
      case "preview": tokens.isMark("{", call) && isFactoryOrContainer(index - 1)
      case "reset": tokens.isMark("(", call) && isResettable(index)
      case "push", "pop":
        tokens.isMark("(", call) && tokens.isMark(")", call + 1) && isManager(index - 1)
      case "withValue": tokens.isWord("$shared", index - 1)
      case "setArg", "removeArg": tokens.isWord("FactoryContext", index - 1)
      case "container":
        isImplicit(index) && imports.contains("FactoryTesting")
          && (!tokens.isMark(".", call) && !tokens.isMark(":", call))
      default:
        Self.contexts.contains(name)
          ? tokens.isMark("{", call) || tokens.isMark("(", call)
          : known.traits.contains(name) && isImplicit(index)
      }
    if isOverride {
      addOverride(name, call, at: index)
      return true
    }
    return visitResolving(name, call, at: index) || visitShared(name, call, at: index)
  }

  /// `container.resolve()`, whose type says what is read.
  private mutating func visitResolving(_ name: String, _ call: Int, at index: Int) -> Bool {
    guard name == "resolve", imports(.factory), tokens.isMark("(", call),
      tokens.isMark(")", call + 1), isContainer(index - 1)
    else { return false }
    let type = annotation(ofCallFrom: index, to: call + 2)
    add(.factoryRead, type ?? name, services: type.map { [$0] } ?? [], at: index)
    return true
  }

  /// Whether the word here is a container, or the shared one of a container's type.
  private func isContainer(_ index: Int) -> Bool {
    guard let name = tokens.word(index) else { return false }
    return containers.contains(name)
      || name == "shared" && tokens.word(index - 2).map(known.containers.contains) ?? false
  }

  private mutating func addOverride(_ name: String, _ call: Int, at index: Int) {
    var overrides = Overrides()
    let before = beforeScopes(index)
    if name == "with" {
      overrides = self.overrides(inClosureAt: call)
    } else if let service = tokens.word(before), known.factories.contains(service) {
      overrides.services = [service]
      chained = service
    } else if tokens.isMark("}", before)
      || tokens.isMark(")", before) && !isMadeOrShared(before)
        && (before == index - 1 || registration != nil)
    {
      overrides.services = (registration ?? chained).map { [$0] } ?? []
    } else if name == "container" || known.traits.contains(name) {
      overrides = self.overrides(inClosureAt: call)
    } else if name == "preview", let brace = closure(ofCallAt: call) {
      overrides = self.overrides(inClosureAt: brace)
    } else if name == "register", isContainer(index - 1) {
      overrides.services = madeType(in: call).map { [$0] } ?? []
    } else if let service = tokens.word(index - 1),
      name == "register" || isContainer(index - 3) && !isManager(index - 1)
    {
      // Declared elsewhere.
      overrides.services = [service]
      chained = service
    }
    add(
      .factoryOverride, overrides.services.first.map { "\($0).\(name)" } ?? name, overrides,
      at: index)
  }

  /// The index of what a member here is one of, in front of scopes: `}` of `{ A() }.cached.onTest`.
  private func beforeScopes(_ index: Int) -> Int {
    var before = index - 1
    while let name = tokens.word(before), !known.factories.contains(name), !isContainer(before),
      tokens.isMark(".", before - 1)
    {
      before -= 2
    }
    return before
  }

  /// Whether the word here keeps a container's registrations: `manager`, older `Registrations`.
  private func isManager(_ index: Int) -> Bool {
    tokens.isWord("manager", index) || tokens.isWord("Registrations", index)
  }

  /// Whether a container ends here: `Container.shared`, `Container()`, a variable.
  private func isMadeOrShared(_ index: Int) -> Bool {
    if isContainer(index) { return true }
    return tokens.isMark(")", index) && tokens.isMark("(", index - 1)
      && tokens.word(index - 2).map(known.containers.contains) ?? false
  }

  private func isContext(_ call: Int) -> Bool {
    tokens.isMark("(", call) && tokens.isMark(".", call + 1)
      && ["test", "preview", "debug", "simulator", "device", "arg", "args"]
        .contains(tokens.text(call + 2))
      && tokens.isMark("{", tokens.afterBrackets(call))
  }

  private func isFactoryOrContainer(_ index: Int) -> Bool {
    tokens.word(index).map { known.factories.contains($0) || known.containers.contains($0) }
      ?? false
  }

  /// Whether what `.reset()` is called on is a container, a factory or a scope of Factory's.
  private func isResettable(_ index: Int) -> Bool {
    guard let receiver = tokens.word(index - 1) else {
      return tokens.isMark("}", index - 1) && imports(.factory)
        && tokens.isMark(".", index + 3)
    }
    if isManager(index - 1) || isFactoryOrContainer(index - 1) { return true }
    if tokens.isMark(".", index - 2), let outer = tokens.word(index - 3) {
      return receiver == "shared" && known.containers.contains(outer)
        || outer == "Scope" || receiver == "Scope" && known.containers.contains(outer)
    }
    return containers.contains(receiver) && imports(.factory)
  }

  /// `Container.shared.api()`, where these files declare no `api`; others are found by their name.
  private mutating func visitShared(_ name: String, _ call: Int, at index: Int) -> Bool {
    guard name == "shared", let container = tokens.word(index - 1),
      known.containers.contains(container), tokens.isMark(".", call),
      let service = tokens.word(call + 1), !known.factories.contains(service),
      tokens.isMark("(", call + 2), !["reset", "resolve", "register"].contains(service)
    else { return false }
    add(.factoryRead, service, at: index, doubt: doubt(about: .factory))
    return true
  }

  /// A factory that these files declare: it is called, or given another closure.
  mutating func visitFactoryUse(_ name: String, at index: Int) {
    guard isUsed, !tokens.isWord("var", index - 1), !tokens.isWord("func", index - 1),
      !tokens.isWord("let", index - 1), isCalledOnContainer(index)
    else { return }
    let next = index + 1
    let isResolved =
      tokens.isMark(".", next) && tokens.isMark("(", next + 2)
      && (tokens.isWord("resolve", next + 1) || tokens.isWord("callAsFunction", next + 1))
    if tokens.isMark("(", next) || isResolved {
      add(.factoryRead, name, at: index, doubt: doubt(about: .factory))
    } else if tokens.isMark("{", next), imports(.factory) {
      chained = name
      add(.factoryOverride, name, at: index)
    }
  }

  private func isCalledOnContainer(_ index: Int) -> Bool {
    guard tokens.isMark(".", index - 1) else {
      return surroundings.contains { known.containers.contains($0) }
    }
    if tokens.isMark(")", index - 2) {
      return tokens.isMark("(", index - 3)
        && tokens.word(index - 4).map(known.containers.contains) ?? false
    }
    guard let receiver = tokens.word(index - 2) else { return false }
    if receiver == "self" { return surroundings.contains { known.containers.contains($0) } }
    return containers.contains(receiver) || known.containers.contains(receiver)
      || ["shared", "$0"].contains(receiver)
  }

  /// `resolve(\.api)` and `dependency(\.api)`, functions of Factory's.
  mutating func visitFactoryFunction(_ word: String, at index: Int) {
    guard imports(.factory), !tokens.isMark(".", index - 1), !tokens.isWord("func", index - 1),
      let path = tokens.keyPath(index + 2)?.path
    else { return }
    add(.factoryRead, path, services: [first(path)], at: index)
  }
}
