/// What is written for Swinject and its autoregistration.
extension InventoryScanner {
  private var isUsed: Bool {
    imports(.swinject)
      || uses(.swinject) && !imports(.factory) && !imports(.weaveDI) && !imports(.dependencies)
  }

  /// - Returns: Whether the member is one of Swinject's.
  mutating func visitSwinjectMember(_ name: String, _ call: Int, at index: Int) -> Bool {
    guard isUsed else { return false }
    switch name {
    case "register", "autoregister", "implements", "storyboardInitCompleted", "forward":
      addRegistration(name, call, at: index)
    case "resolve":
      guard tokens.isMark("(", call) else { return false }
      guard let type = tokens.metatype(call + 1) else {
        // One's own, whose type is inferred.
        guard known.resolvers.contains("resolve"), tokens.isMark(")", call + 1),
          annotation(ofCallFrom: index, to: call + 2) != nil
            || tokens.word(index - 1).map({ $0 == "resolver" || containers.contains($0) }) ?? false
        else { return false }
        addWrapped(at: index + 1)
        return true
      }
      add(
        .swinjectResolution, type.name, services: [named(service(type.name), type.next)], at: index,
        doubt: doubt(about: .swinject))
    case "resetObjectScope":
      guard imports(.swinject), tokens.isMark("(", call) else { return false }
      add(.swinjectContainer, name, services: [], at: index)
    // Others have these as well.
    case "synchronize", "removeAll":
      guard imports(.swinject), tokens.isMark("(", call), tokens.isMark(")", call + 1),
        let receiver = tokens.word(tokens.beforeMarks(index)),
        containers.contains(receiver) || receiver.hasSuffix("ontainer")
      else { return false }
      add(.swinjectContainer, name, services: [], at: index)
    case "apply":
      guard imports(.swinject), tokens.isMark("(", call),
        tokens.isWord("assembly", call + 1) || tokens.isWord("assemblies", call + 1)
      else { return false }
      add(.swinjectContainer, name, services: [], at: index)
    default: return false
    }
    return true
  }

  private mutating func addRegistration(_ name: String, _ call: Int, at index: Int) {
    // `$0.register(APIKey.self) { … }` is what came in its place.
    guard tokens.isMark("(", call), !isCellRegistration(call),
      imports(.swinject) || !importsInjection
    else { return }
    var argument = call + 1
    // register(service: X.self)
    if tokens.kind(argument) == .word, tokens.isMark(":", argument + 1) { argument += 2 }
    guard let type = tokens.metatype(argument) else { return }
    let registered = named(service(type.name), type.next)
    var services = [registered]
    if name == "implements" {
      var next = type.next
      while tokens.isMark(",", next), let other = tokens.metatype(next + 1), services.count < 16 {
        services.append(other.name)
        next = other.next
      }
    }
    add(
      .swinjectRegistration, type.name, services: services, at: index,
      doubt: doubt(about: .swinject))
    if let brace = closure(ofCallAt: call) {
      openings[brace] = Scope(registration: registered)
    }
  }

  /// A service with the name that it is registered by, where an argument here gives one: each is a key.
  private func named(_ service: String, _ index: Int) -> String {
    guard tokens.isMark(",", index), tokens.isWord("name", index + 1),
      let name = tokens.shortString(index + 3)
    else { return service }
    return "\(service)(\"\(name)\")"
  }

  /// UIKit's `register(Cell.self, forCellReuseIdentifier: "cell")`.
  func isCellRegistration(_ call: Int) -> Bool {
    (call..<min(call + 12, tokens.count)).contains { index in
      guard tokens.isMark(":", index + 1), let label = tokens.word(index) else { return false }
      return label.hasPrefix("for") && label.count > 3
    }
  }

  /// `r ~> API.self`, `r ~> (API.self, name: "a")`, `r~>`.
  mutating func visitOperator(at index: Int) {
    guard tokens.isMark(">", index + 1), tokens.isJoined(index), imports(.swinject),
      tokens.kind(index - 1) == .word || tokens.isMark(")", index - 1)
    else { return }
    if let type = tokens.metatype(index + 2) ?? tokens.metatype(index + 3) {
      let service = named(service(type.name), type.next)
      return add(.swinjectResolution, type.name, services: [service], at: index)
    }
    // Whose type it is, the parameter that it is given to says.
    let label = tokens.isMark(":", index - 2) ? tokens.word(index - 3) : nil
    add(.swinjectResolution, label ?? "~>", services: [], at: index)
  }

  /// Containers, assemblers and scopes that are made, and resolvers of one's own.
  mutating func visitSwinjectWord(_ word: String, at index: Int) {
    let next = index + 1
    switch word {
    case "Container", "Assembler", "ObjectScope":
      guard imports(.swinject), !isOwn(word, not: .swinject),
        !tokens.isMark(":", index - 1) || tokens.isMark("(", next),
        tokens.isMark("(", next) || word == "Container" && tokens.isMark("{", next),
        !tokens.isWord("extension", index - 1), !tokens.isWord("class", index - 1),
        !tokens.isArrow(index - 1)
      else { return }
      add(.swinjectContainer, word, services: [], at: index)
    default:
      guard isUsed, !tokens.isWord("func", index - 1) else { return }
      if known.registrars.contains(word), tokens.isMark("(", next) {
        addRegistration(word, next, at: index)
      } else if known.resolvers.contains(word) {
        addWrapped(at: index)
      }
    }
  }

  /// Whether a function here is called on nothing, on `self`, on a type or on a container.
  private func isOnContainer(_ index: Int) -> Bool {
    guard tokens.isMark(".", index - 1) else { return true }
    guard let receiver = tokens.word(tokens.beforeMarks(index - 1)) else { return false }
    return ["self", "resolver", "shared"].contains(receiver) || containers.contains(receiver)
      || receiver.first?.isUppercase == true
  }

  /// A call of a function that calls `resolve`.
  private mutating func addWrapped(at index: Int) {
    let next = tokens.afterAngles(index + 1)
    guard tokens.isMark("(", next) else { return }
    var argument = next + 1
    if tokens.kind(argument) == .word, tokens.isMark(":", argument + 1) { argument += 2 }
    if let type = tokens.metatype(argument) {
      // What is handed on in the function itself: `resolve(T.self)`.
      let service = named(service(type.name), type.next)
      return add(.swinjectResolution, type.name, services: [service], at: index)
    }
    let end = tokens.afterBrackets(next)
    let type = annotation(ofCallFrom: index, to: end)
    // Others have methods of that name.
    guard isOnContainer(index) || type != nil && imports(.swinject) else { return }
    add(
      .swinjectResolution, type ?? tokens.text(index), services: type.map { [service($0)] } ?? [],
      at: index,
      doubt: type == nil
        ? "the type that it is asked for is inferred" : doubt(about: .swinject))
  }
}
