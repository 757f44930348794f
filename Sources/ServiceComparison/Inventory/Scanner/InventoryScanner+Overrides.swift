extension InventoryScanner {
  /// What a place sets.
  struct Overrides {
    /// The names of the services, each once.
    var services: [String] = []
    /// Whether there may be more of them.
    var isPartial = false
  }

  /// The services that a closure sets: `$0.api = …`, `values.api = …`, `$0[API.self] = …`.
  ///
  /// It is read to its end, unless it is long and others that hold it have used up `lookahead`.
  mutating func overrides(inClosureAt brace: Int?) -> Overrides {
    guard let brace, tokens.isMark("{", brace) else { return Overrides() }
    let parameter = tokens.parameter(ofClosureAt: brace) ?? "$0"
    var result = Overrides()
    var seen: Set = ["context"]
    var depth = 0
    // How deep a closure begins that has a `$0` of its own.
    var other: Int?
    var index = brace
    repeat {
      if index >= brace + SwiftTokens.reach {
        guard lookahead > 0 else {
          result.isPartial = true
          return result
        }
        lookahead -= 1
      }
      if tokens.isOpening(index) {
        if other == nil, index > brace, parameter == "$0", tokens.isMark("{", index),
          tokens.isClosure(index)
        {
          other = depth
        }
        depth += 1
      } else if tokens.isClosing(index) {
        depth -= 1
        if depth == other { other = nil }
      } else if other == nil, tokens.word(index) == parameter {
        // A subscript is read twice.
        if index >= brace + SwiftTokens.reach { lookahead -= tokens.afterMembers(index) - index }
        if tokens.isChanged(index), let name = tokens.member(index + 1), seen.insert(name).inserted
        {
          result.services.append(name)
        }
      }
      index += 1
    } while depth > 0 && index < tokens.count
    return result
  }

  /// `env.api = …`, `env[APIKey.self]` and `env[keyPath: \.api]`, where a variable holds the values,
  /// and `EnvironmentValues().api`.
  mutating func visitHolder(_ name: String, at index: Int) {
    let isMade = tokens.isMark("(", index + 1) && tokens.isMark(")", index + 2)
    let next = isMade ? index + 3 : index + 1
    guard tokens.isMark(".", next) || tokens.isMark("[", next),
      let origin = isMade ? origin(ofValues: name) : origin(ofHolder: name, at: index),
      isMade || !tokens.isMark(".", index - 1) || tokens.isWord("self", index - 2)
    else { return }
    let isPath = tokens.isWord("keyPath", next + 1) && tokens.isMark(":", next + 2)
    let path = isPath ? tokens.keyPath(next + 3)?.path : nil
    let service = path.map(first) ?? tokens.member(next)
    guard let name = service ?? (isPath ? tokens.word(next + 3) : nil) else { return }
    let isSet = tokens.isSet(index)
    let kind: Kind =
      switch origin {
      case .dependencies: isSet ? .dependencyOverride : .dependencyRead
      default: isSet ? .environmentOverride : .environmentRead
      }
    add(
      kind, name, services: service.map { [$0] } ?? [], at: index,
      doubt: service == nil ? "the key path is an expression" : doubt(about: origin))
  }

  mutating func add(
    _ kind: Kind, _ name: String, _ overrides: Overrides, at index: Int, doubt: String? = nil
  ) {
    let part = overrides.isPartial ? "the closure is not read to its end" : nil
    let doubts = [doubt, part].compactMap(\.self)
    add(
      kind, name, services: overrides.services, at: index,
      doubt: doubts.isEmpty ? nil : doubts.joined(separator: "; "))
  }
}
