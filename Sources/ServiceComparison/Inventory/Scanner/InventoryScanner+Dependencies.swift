/// What is written for swift-dependencies and the Composable Architecture.
extension InventoryScanner {
  private var isUsed: Bool { imports(.dependencies) || uses(.dependencies) }

  mutating func visitDependencyWord(_ word: String, at index: Int) {
    let next = index + 1
    switch word {
    case "DependencyValues":
      guard tokens.isMark(".", next), !isOwn(word, not: .dependencies) else { return }
      visitValues(at: index)
    case "Dependency":
      // The attribute is read where its `@` stands.
      let call = tokens.afterAngles(next)
      guard tokens.isMark("(", call), !tokens.isMark("@", index - 1),
        !tokens.isMark("@", index - 3), isUsed, !isOwn(word, not: .dependencies),
        tokens.keyPath(call + 1) != nil || tokens.metatype(call + 1) != nil
      else { return }
      addDependency(call + 1, at: index)
    default:
      guard !tokens.isWord("func", index - 1), !isOwn("DependencyValues", not: .dependencies) else {
        return
      }
      visitScope(word, at: index)
    }
  }

  private mutating func visitScope(_ word: String, at index: Int) {
    let next = index + 1
    let doubt = doubt(about: .dependencies)
    if word == "withDependencies", tokens.isMark(":", next) {
      // A label: `Store(…) { … } withDependencies: { … }`. In a declaration, its type follows.
      let isType =
        tokens.isMark("@", next + 1)
        || tokens.isMark("(", next + 1) && tokens.isWord("inout", next + 2)
      guard !isType else { return }
      return add(.store, word, overrides(inClosureAt: next + 1), at: index, doubt: doubt)
    }
    guard tokens.isMark("{", next) || tokens.isMark("(", next) else { return }
    if word == "withEscapedDependencies" {
      add(.dependencyCapture, word, services: [], at: index, doubt: doubt)
    } else {
      let overrides = overrides(inClosureAt: closure(ofCallAt: next))
      add(.dependencyOverride, word, overrides, at: index, doubt: doubt)
    }
  }

  /// `TestStore(initialState: state, reducer: Shop()) { $0.api = … }`, where older versions have no label.
  mutating func visitStore(at index: Int) {
    guard imports(.dependencies) else { return }
    let call = tokens.afterAngles(index + 1)
    guard tokens.isMark("(", call) else { return }
    let end = tokens.afterBrackets(call)
    let labels = (call..<end).filter { tokens.isMark(":", $0 + 1) }
    guard tokens.isMark("{", end), labels.contains(where: { tokens.isWord("reducer", $0) }),
      !labels.contains(where: { tokens.isWord("withDependencies", $0) })
    else { return }
    add(
      .store, "withDependencies", overrides(inClosureAt: end), at: index,
      doubt: doubt(about: .dependencies))
  }

  /// `DependencyValues._current`, and the older `DependencyValues.withValue`.
  private mutating func visitValues(at index: Int) {
    let call = index + 3
    switch tokens.word(index + 2) {
    case "_current":
      add(
        .dependencyCapture, "DependencyValues._current",
        services: tokens.member(call).map { [$0] } ?? [], at: index,
        doubt: doubt(about: .dependencies))
    case "withValue", "withValues":
      let path = tokens.keyPath(call + 1)?.path
      let overrides =
        path.map { Overrides(services: [first($0)]) }
        ?? overrides(inClosureAt: closure(ofCallAt: call))
      add(
        .dependencyOverride, tokens.text(index + 2), overrides, at: index,
        doubt: doubt(about: .dependencies))
    default: break
    }
  }

  /// `.dependency(\.x, y)` on reducers, stores, tests and previews, and `store.dependencies`.
  mutating func visitDependencyMember(_ name: String, _ call: Int, at index: Int) {
    guard isUsed, !isOwn("DependencyValues", not: .dependencies) else { return }
    let isTrait = isImplicit(index)
    if name == "dependencies" {
      if isTrait {
        guard imports(.dependencies), !tokens.isMark(".", call), !tokens.isMark(":", call) else {
          return
        }
        add(
          .dependencyOverride, ".dependencies", overrides(inClosureAt: call), at: index)
      } else if let receiver = tokens.word(tokens.beforeMarks(index)),
        known.stores.contains(receiver) || receiver.lowercased().hasSuffix("store")
      {
        let service = tokens.isMark(".", call) ? tokens.word(call + 1) : nil
        add(
          .store, "\(receiver).dependencies", services: service.map { [$0] } ?? [], at: index,
          doubt: doubt(about: .dependencies))
      }
      return
    }
    guard tokens.isMark("(", call) else { return }
    let path = tokens.keyPath(call + 1)?.path
    guard path != nil || imports(.dependencies) && tokens.arguments(call).count == 1 else { return }
    let type = tokens.type(call + 1).map { baseName($0.name) }
    let service = path.map(first) ?? (type?.first?.isUppercase == true ? type : nil)
    var overrides = Overrides(services: service.map { [$0] } ?? [])
    // `.transformDependency(\.self) { $0.api = … }` sets what its closure does.
    if path == "self" { overrides = self.overrides(inClosureAt: closure(ofCallAt: call)) }
    add(
      isTrait ? .dependencyOverride : .store, path ?? service ?? name, overrides,
      at: index, doubt: doubt(about: .dependencies))
  }
}
