extension InventoryScanner {
  mutating func visitWord(_ word: String, at index: Int) {
    visitHolder(word, at: index)
    switch word {
    case "struct", "class", "enum", "actor", "extension", "protocol": visitType(word, at: index)
    case "var", "let": visitProperty(at: index)
    case "func": visitFunction(at: index)
    case "case": visitCase()
    case "for":
      guard let name = tokens.word(index + 1), tokens.isWord("in", index + 2) else { return }
      noteHolder(parameter: name, of: "", from: index + 2)
    case "init":
      guard tokens.isMark("(", index + 1) else { return }
      noteParameters(index + 1..<tokens.afterBrackets(index + 1))
    case "withDependencies", "prepareDependencies", "withEscapedDependencies", "DependencyValues",
      "Dependency":
      visitDependencyWord(word, at: index)
    case "Environment": visitEnvironmentValue(at: index)
    case "environment": visitEnvironmentOf(at: index)
    case "transformEnvironment", "environmentObject": visitImplicitModifier(word, at: index)
    case "withInjectedValues", "AppDIManager", "ScopeContext", "Registration":
      visitWeaveDIWord(word, at: index)
    default: visitCall(word, at: index)
    }
  }

  // MARK: Types

  private mutating func visitType(_ keyword: String, at index: Int) {
    // `class func`, `.extension`, `case class` name no type, and `import class` declares none.
    guard !tokens.isMark(".", index - 1), !tokens.isWord("import", index - 1),
      let first = tokens.word(index + 1),
      !["func", "var", "let", "subscript", "init"].contains(first)
    else { return }
    let limit = min(tokens.count, index + SwiftTokens.reach)
    var path = first
    var name = first
    var next = tokens.afterAngles(index + 2)
    while tokens.isMark(".", next), let part = tokens.word(next + 1), next < limit {
      name = part
      path += "." + part
      next = tokens.afterAngles(next + 2)
    }
    var inherited: [String] = []
    if tokens.isMark(":", next) {
      next += 1
      while next < limit, !tokens.isMark("{", next), !tokens.isWord("where", next) {
        if let type = tokens.word(next) { inherited.append(type) }
        next = tokens.isMark("<", next) ? tokens.afterAngles(next) : next + 1
      }
    }
    while next < limit, !tokens.isMark("{", next), !tokens.isMark("}", next) { next += 1 }
    if tokens.isMark("{", next) {
      openings[next] = Scope(type: path, isEnumeration: keyword == "enum")
    }
    if keyword != "extension" {
      declared.types[name, default: []].insert(self.path(of: path))
      if keyword != "enum" { declared.otherTypes.insert(name) }
    }
    if tokens.isWord("propertyWrapper", index - 1) || isWrapper(before: index) {
      if calls("resolve", in: next) { declared.wrappers.insert(name) }
    }
    guard keyword != "protocol" else {
      declared.refinements[name, default: []] += inherited
      return
    }
    let all = withRefined(inherited)
    // A `DependencyKey` is a `TestDependencyKey`, and one key.
    for type in all where type != "TestDependencyKey" || !all.contains("DependencyKey") {
      visitConformance(of: path, to: type, at: index)
    }
  }

  /// Protocols, and behind them those that they refine; of very many, the first.
  private func withRefined(_ protocols: [String]) -> [String] {
    let limit = 64
    var result = protocols
    var next = 0
    while next < result.count, result.count < limit {
      for type in known.refinements[result[next], default: []].prefix(limit)
      where !result.contains(type) {
        result.append(type)
      }
      next += 1
    }
    return result
  }

  private func isWrapper(before index: Int) -> Bool {
    (max(0, index - 4)..<index).contains { tokens.isWord("propertyWrapper", $0) }
  }

  private mutating func visitConformance(of name: String, to type: String, at index: Int) {
    switch type {
    case "EnvironmentKey" where !isOwn(type, not: .environment):
      addKey(.environmentKey, name, at: index, doubt: doubt(about: .environment))
    case "ObservableObject" where imports.contains("Combine") || !isOwn(type, not: .environment):
      add(
        .observableObject, name, services: [path(of: name)], at: index,
        doubt: imports.contains("Combine") || imports.contains("Foundation")
          ? nil : doubt(about: .environment))
    case "DependencyKey", "TestDependencyKey":
      guard !isOwn(type, not: .dependencies) else { return }
      addKey(.dependencyKey, name, at: index, doubt: doubt(about: .dependencies))
    case "InjectedKey" where imports(.weaveDI): addKey(.weaveDIRegistration, name, at: index)
    case "SharedContainer", "ManagedContainer", "AutoRegistering", "Resolving":
      guard imports(.factory) else { return }
      if type.hasSuffix("Container") { declared.containers.insert(baseName(name)) }
      // A container that conforms to several of them is one place.
      guard findings.last?.line != tokens.line(index) || findings.last?.name != name else { return }
      add(.factoryContainer, name, services: [], at: index)
    case "Assembly" where imports(.swinject), "ResolutionBehavior", "Behavior":
      guard imports(.swinject) else { return }
      add(.swinjectContainer, name, services: [], at: index)
    default: break
    }
  }

  /// Adds a key, by its name with those of the types around it.
  mutating func addKey(_ kind: Kind, _ name: String, at index: Int, doubt: String? = nil) {
    add(kind, name, services: [path(of: name)], at: index, doubt: doubt)
  }

  // MARK: Properties

  private mutating func visitProperty(at index: Int) {
    guard !listed.contains(index), let name = tokens.word(index + 1) else { return }
    noteVariable(name, at: index)
    if tokens.isMark(":", index + 2), let type = tokens.type(index + 3), isFactoryType(type.name) {
      addFactory(name, body: type.next, at: index)
      return
    }
    if type == "Trait", imports(.factory),
      tokens.isMark(":", index + 2), tokens.isWord("ContainerTrait", index + 3)
    {
      declared.traits.insert(name)
      return add(.factoryContainer, name, services: [], at: index)
    }
    if tokens.isMark("=", index + 2) {
      let isScope = ["Cached", "Shared", "Unique", "Singleton"].contains {
        tokens.word(index + 3) == $0
      }
      if isScope, type == "Scope", imports(.factory) {
        return add(.factoryContainer, name, services: [], at: index)
      }
      visitFactory(name, at: index)
    }
    guard tokens.isWord("var", index), !tokens.isWord("static", index - 1) else { return }
    switch type {
    case "EnvironmentValues":
      declared.names.add(environment: name, tokens.typeOfProperty(index))
      noteKey(of: name, .environment, at: index)
      add(.environmentProperty, name, at: index)
    case "DependencyValues" where !isOwn("DependencyValues", not: .dependencies):
      noteKey(of: name, .dependencies, at: index)
      add(.dependencyProperty, name, at: index)
    case "InjectedValues" where imports(.weaveDI):
      noteKey(of: name, .weaveDI, at: index)
      add(.weaveDIRegistration, name, at: index)
    default: break
    }
  }

  /// Remembers which key a property reads: `get { self[APIKey.self] }`.
  ///
  /// Of two properties that read one key, the first gives it its name.
  private mutating func noteKey(of name: String, _ origin: Origin, at index: Int) {
    let body = body(ofPropertyAt: index)
    let read = body.first { tokens.isWord("self", $0) && tokens.isMark("[", $0 + 1) }
    guard let read, let key = tokens.metatype(read + 2)?.name else { return }
    let whole = InventoryDeclarations.Key(origin: origin, name: key)
    guard declared.names.properties[whole] == nil else { return }
    declared.names.properties[whole] = name
    // A generic key is declared without arguments, and is one of several if it has been read with some.
    let plain = InventoryDeclarations.Key(origin: origin, name: key.withoutArguments)
    guard plain != whole else { return }
    declared.names.properties.merge([plain: name]) { _, _ in nil }
  }

  /// The braces of the property whose `var` is here; none where another declaration comes first.
  private func body(ofPropertyAt index: Int) -> Range<Int> {
    let others: Set = ["var", "let", "func", "subscript", "init", "struct", "class", "enum"]
    var next = index + 2
    while next < min(index + 60, tokens.count) {
      if tokens.isMark("{", next) { return next..<tokens.afterBrackets(next) }
      if tokens.isMark("=", next) || tokens.isMark("}", next) || tokens.isMark(";", next)
        || tokens.word(next).map(others.contains) ?? false
      {
        break
      }
      next = tokens.isOpening(next) ? tokens.afterBrackets(next) : next + 1
    }
    return next..<next
  }

  /// Remembers the types of variables, and those that hold a container or a store.
  private mutating func noteVariable(_ name: String, at index: Int) {
    let type = tokens.typeOfProperty(index)
    noteHolder(name, type, at: index)
    if let type { variables[name] = typePath(type) }
    var next = index + 2
    if tokens.isMark(":", next) || tokens.isMark("=", next) { next += 1 }
    while tokens.isWord("any", next) || tokens.isWord("await", next) || tokens.isWord("try", next) {
      next += 1
    }
    guard let type = tokens.word(next) else { return }
    if known.containers.contains(type) || ["Resolver", "Assembler"].contains(type) {
      containers.insert(name)
    }
    if ["TestStore", "TestStoreOf", "Store", "StoreOf"].contains(type), imports(.dependencies) {
      declared.stores.insert(name)
    }
  }

  private mutating func noteHolder(_ name: String, _ type: String?, at index: Int) {
    guard tokens.isMark("=", index + 2) else {
      // `if let values` holds what it did.
      if let type { noteHolder(name, origin(ofValues: type), from: index) }
      return
    }
    let value = index + 3
    var end = tokens.afterMembers(value)
    var origin = type.flatMap(origin(ofValues:))
    if end == value + 1, let other = tokens.word(value), !tokens.isMark("(", end) {
      origin = self.origin(ofHolder: other, at: index)
    } else if tokens.isWord("context", value), tokens.isMark(".", value + 1),
      tokens.isWord("environment", value + 2)
    {
      end = value + 3
      origin = imports(.environment) ? .environment : nil
    } else if tokens.isMark("(", end) {
      end = tokens.afterBrackets(end)
    }
    // `let api = EnvironmentValues().api` holds one of them.
    let isPart = tokens.isMark(".", end) || tokens.isMark("[", end) && tokens.isJoined(end - 1)
    noteHolder(name, isPart ? nil : origin, from: end)
  }

  // MARK: Functions

  private mutating func visitFunction(at index: Int) {
    guard let name = tokens.word(index + 1) else { return }
    let next = tokens.afterAngles(index + 2)
    guard tokens.isMark("(", next) else { return }
    let body = tokens.afterBrackets(next)
    noteParameters(next..<body)
    if tokens.isArrow(body), let type = tokens.type(body + 1), isFactoryType(type.name) {
      addFactory(name, body: type.next, at: index)
      return
    }
    guard imports(.swinject), tokens.isMark("<", index + 2),
      let brace = (body..<min(body + 40, tokens.count)).first(where: { tokens.isMark("{", $0) })
    else { return }
    if calls("resolve", in: brace) { declared.resolvers.insert(name) }
    if calls("register", in: brace) { declared.registrars.insert(name) }
  }

  /// Whether braces that open here hold a call of this method, in a file of Swinject's.
  private func calls(_ method: StaticString, in brace: Int) -> Bool {
    guard imports(.swinject), tokens.isMark("{", brace) else { return false }
    return (brace..<tokens.afterBrackets(brace)).contains {
      tokens.isWord(method, $0) && (tokens.isMark(".", $0 - 1) || tokens.isMark("(", $0 + 1))
    }
  }

  /// Remembers parameters with their types, and those that are containers.
  private mutating func noteParameters(_ range: Range<Int>) {
    for index in range where tokens.isMark(":", index) {
      let start = tokens.isWord("inout", index + 1) ? index + 2 : index + 1
      guard let type = tokens.type(start)?.name, let name = tokens.word(index - 1) else {
        continue
      }
      noteHolder(parameter: name, of: type, from: range.upperBound)
      if known.containers.contains(type) || ["Resolver", "Assembler"].contains(type) {
        containers.insert(name)
      } else if type.first?.isUppercase == true {
        variables[name] = typePath(type)
      }
    }
  }
}
