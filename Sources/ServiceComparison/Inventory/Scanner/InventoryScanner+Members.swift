extension InventoryScanner {
  mutating func visitMember(at index: Int) {
    guard let name = tokens.word(index + 1) else { return }
    let call = index + 2
    switch name {
    case "environment", "transformEnvironment", "environmentObject":
      if tokens.isMark("(", call) { visitModifier(name, call, at: index) }
    case "dependency", "transformDependency", "dependencies":
      visitDependencyMember(name, call, at: index)
    default:
      if visitFactoryMember(name, call, at: index) { return }
      if visitSwinjectMember(name, call, at: index) { return }
      visitWeaveDIMember(name, call, at: index)
    }
  }

  private mutating func visitModifier(_ name: String, _ call: Int, at index: Int) {
    switch name {
    case "environment": visitEnvironmentOverride(call, at: index)
    case "transformEnvironment":
      guard imports(.environment) || uses(.environment) else { return }
      let path = tokens.keyPath(call + 1)?.path
      var overrides = Overrides(services: path.map { [first($0)] } ?? [])
      // `.transformEnvironment(\.self) { $0.api = … }` sets what its closure does.
      if path == "self" { overrides = self.overrides(inClosureAt: closure(ofCallAt: call)) }
      add(
        .environmentOverride, path ?? tokens.arguments(call).first, overrides, at: index,
        doubt: path == nil ? "the key path is an expression" : doubt(about: .environment))
    default: addObject(tokens.arguments(call).first, at: index, doubt: doubt(about: .environment))
    }
  }

  /// An object that goes into the environment, which its type stands for.
  private mutating func addObject(_ object: String, at index: Int, doubt: String? = nil) {
    let name = object.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    let own = name.hasPrefix("self.") ? name.dropFirst(5) : name
    let made = own.first?.isUppercase == true ? typePath(String(own)) : object
    add(
      .environmentObjectOverride, object, services: [variables[String(own)] ?? made], at: index,
      doubt: doubt)
  }

  /// A modifier without a dot, as an extension of `View` writes it: `environment(\.api, .mock)`.
  mutating func visitImplicitModifier(_ name: String, at index: Int) {
    let call = index + 1
    guard tokens.isMark("(", call), !tokens.isMark(".", index - 1),
      !tokens.isWord("func", index - 1), !tokens.isWord("case", index - 1), imports(.environment),
      name == "environmentObject" || tokens.keyPath(call + 1) != nil
    else { return }
    visitModifier(name, call, at: index)
  }

  /// Whether the dot here begins an implicit member: `.container` of `@Suite(.container)`.
  func isImplicit(_ index: Int) -> Bool {
    tokens.isMark("(", index - 1) || tokens.isMark(",", index - 1) || tokens.isMark(":", index - 1)
      || tokens.isMark("[", index - 1)
  }

  private mutating func visitEnvironmentOverride(_ call: Int, at index: Int) {
    let isImported = imports(.environment)
    guard isImported || uses(.environment) else { return }
    if let path = tokens.keyPath(call + 1)?.path {
      add(
        .environmentOverride, path, services: [first(path)], at: index,
        doubt: doubt(about: .environment))
      return
    }
    // A pattern: `case .environment(let key)`.
    guard isImported, !isImplicit(index), !tokens.isWord("case", index - 1),
      !tokens.isWord("let", call + 1), !tokens.isWord("var", call + 1)
    else { return }
    let arguments = tokens.arguments(call)
    switch arguments.count {
    case 0: break
    // An object is no literal, has no label, and is no member of a type that is not named.
    case 1
    where (tokens.kind(call + 1) == .word || tokens.isOpening(call + 1))
      && !tokens.isMark(":", call + 2):
      addObject(arguments.first, at: index)
    case 1: break
    default:
      add(
        .environmentOverride, arguments.first, services: [], at: index,
        doubt: "the key path is an expression")
    }
  }

  /// `Environment(\.theme)` and `Environment<any API>(\.api)`, wrappers that are made by hand.
  mutating func visitEnvironmentValue(at index: Int) {
    let call = tokens.afterAngles(index + 1)
    guard !tokens.isMark("@", index - 1), !tokens.isMark("@", index - 3),
      tokens.isMark("(", call), imports(.environment), !isOwn("Environment", not: .environment)
    else { return }
    if let path = tokens.keyPath(call + 1)?.path {
      add(.environmentRead, path, services: [first(path)], at: index)
    } else if let type = tokens.metatype(call + 1)?.name {
      add(.environmentObjectRead, type, at: index)
    }
  }

  /// `context.environment.theme`, in what bridges a view of UIKit or AppKit.
  mutating func visitEnvironmentOf(at index: Int) {
    guard tokens.isMark(".", index - 1), tokens.isWord("context", index - 2),
      tokens.isMark(".", index + 1), let name = tokens.word(index + 2), imports(.environment)
    else { return visitImplicitModifier("environment", at: index) }
    add(.environmentRead, name, at: index)
  }

  // MARK: Closures

  /// The first brace of a call's closure, inside its parentheses or behind them.
  func closure(ofCallAt index: Int) -> Int? {
    if tokens.isMark("{", index) { return index }
    guard tokens.isMark("(", index) else { return nil }
    let end = tokens.afterBrackets(index)
    return (index..<min(end + 1, tokens.count)).first { tokens.isMark("{", $0) }
  }

  /// The type that is written for what a call gives: `let api: API = resolve()`, `resolve() as API`.
  func annotation(ofCallFrom start: Int, to end: Int) -> String? {
    if tokens.isWord("as", end) {
      let next = tokens.isMark("?", end + 1) || tokens.isMark("!", end + 1) ? end + 2 : end + 1
      return tokens.type(next)?.name
    }
    let near = (max(0, start - 12)..<start).reversed()
    guard let equals = near.first(where: { tokens.isMark("=", $0) }),
      let keyword = (max(0, equals - 12)..<equals).last(where: {
        tokens.isWord("let", $0) || tokens.isWord("var", $0)
      }), tokens.isMark(":", keyword + 2)
    else { return nil }
    return tokens.type(keyword + 3)?.name
  }

  /// The type of what a closure makes: `{ Live() as API }`, `{ Live() }`.
  func madeType(in brace: Int) -> String? {
    let end = tokens.afterBrackets(brace)
    let cast = (brace..<end).last { tokens.isWord("as", $0) }
    return (cast.flatMap { tokens.type($0 + 1) } ?? tokens.type(brace + 1))?.name
  }

  /// A service without what it is wrapped in: `API` of `Lazy<API>`.
  func service(_ type: String) -> String {
    for wrapper in ["Lazy<", "Provider<", "Optional<"] where type.hasPrefix(wrapper) {
      return String(type.dropFirst(wrapper.count).dropLast())
    }
    return type
  }
}
