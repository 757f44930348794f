/// What is written for WeaveDI.
extension InventoryScanner {
  private static let receivers: Set<String> = [
    "UnifiedDI", "DI", "DIAsync", "DIContainer", "WeaveDI", "Container", "DependencyContainer",
    "UnifiedRegistry", "GlobalUnifiedRegistry", "shared", "live", "Conditional", "builder",
  ]

  mutating func visitWeaveDIWord(_ word: String, at index: Int) {
    let isUsed =
      imports(.weaveDI) || uses(.weaveDI) && !importsInjection
    guard isUsed, !tokens.isWord("func", index - 1), !isOwn(word, not: .weaveDI) else { return }
    switch word {
    case "withInjectedValues":
      guard let brace = closure(ofCallAt: index + 1) else { return }
      add(
        .weaveDIOverride, word, overrides(inClosureAt: brace), at: index,
        doubt: doubt(about: .weaveDI))
    case "Registration":
      guard tokens.isMark("(", index + 1), let type = tokens.metatype(index + 2)?.name else {
        return
      }
      addRegistration(type, call: index + 1, at: index)
    case "AppDIManager":
      guard tokens.isMark(".", index + 1), !tokens.isMark(".", index - 1) else { return }
      add(.weaveDIRegistration, word, services: [], at: index)
    default:
      guard tokens.isMark(".", index + 1) else { return }
      add(.weaveDIOverride, word, services: [], at: index)
    }
  }

  mutating func visitWeaveDIMember(_ name: String, _ call: Int, at index: Int) {
    guard imports(.weaveDI) else { return }
    if name == "current", tokens.isWord("InjectedValues", index - 1) {
      if let service = tokens.member(call) { add(.weaveDIRead, service, at: index) }
      return
    }
    if name.hasPrefix("register"), name != "registerClass" {
      visitRegistration(name, call, at: index)
    } else if name.hasPrefix("resolve")
      || ["requireResolve", "isRegistered", "getOrCreate"].contains(name)
    {
      visitResolution(name, call, at: index)
    } else if name.hasPrefix("release") || name == "resetForTesting" {
      guard tokens.isMark("(", call) else { return }
      let type = tokens.metatype(call + 1)?.name
      guard type != nil || isReceiver(index - 1) else { return }
      add(.weaveDIOverride, name, services: type.map { [$0] } ?? [], at: index)
    } else if name.hasPrefix("bootstrap"), isReceiver(index - 1) {
      add(.weaveDIRegistration, name, services: [], at: index)
    }
  }

  private func isReceiver(_ index: Int) -> Bool {
    tokens.word(index).map(Self.receivers.contains) ?? false
  }

  private mutating func visitRegistration(_ name: String, _ call: Int, at index: Int) {
    if tokens.isMark("{", call) {
      guard isReceiver(index - 1) || tokens.isMark("}", index - 1) else { return }
      guard name == "register" else { return }
      return addRegistration(madeType(in: call) ?? "?", call: call, at: index)
    }
    guard tokens.isMark("(", call), !isCellRegistration(call) else { return }
    if let type = tokens.metatype(call + 1)?.name {
      addRegistration(type, call: call, at: index)
    } else if let path = tokens.keyPath(call + 1)?.path {
      addRegistration(first(path), call: call, at: index)
    }
  }

  private mutating func addRegistration(_ name: String, call: Int, at index: Int) {
    add(.weaveDIRegistration, name, at: index)
    if let brace = closure(ofCallAt: call) { openings[brace] = Scope(registration: name) }
  }

  private mutating func visitResolution(_ name: String, _ call: Int, at index: Int) {
    guard tokens.isMark("(", call) else { return }
    var argument = call + 1
    if tokens.kind(argument) == .word, tokens.isMark(":", argument + 1) { argument += 2 }
    if let type = tokens.metatype(argument)?.name {
      add(.weaveDIRead, type, at: index)
    } else if let path = tokens.keyPath(argument)?.path {
      add(.weaveDIRead, path, services: [first(path)], at: index)
    } else if isReceiver(index - 1), tokens.isMark(")", call + 1) {
      let type = annotation(ofCallFrom: index, to: call + 2)
      add(
        .weaveDIRead, type ?? name, services: type.map { [$0] } ?? [], at: index,
        doubt: type == nil ? "the type that it is asked for is inferred" : nil)
    }
  }
}
