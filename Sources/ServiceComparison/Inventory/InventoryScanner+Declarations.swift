extension InventoryScanner {
  mutating func visitWord(_ word: String, at index: Int) {
    switch word {
    case "struct", "class", "enum", "actor", "extension": visitType(word, at: index)
    case "var", "let": visitProperty(at: index)
    case "Factory", "ParameterFactory": visitFactory(at: index)
    case "withDependencies", "prepareDependencies":
      guard isMark("{", index + 1) || isMark("(", index + 1) else { return }
      add(
        .dependencyOverride, word, at: index,
        doubt: doubt(unlessImporting: "Dependencies", "ComposableArchitecture"))
    default: break
    }
  }

  private mutating func visitType(_ keyword: String, at index: Int) {
    // `class func`, `.extension`, `case class` name no type.
    guard !isMark(".", index - 1), var name = word(index + 1),
      !["func", "var", "let", "subscript", "init"].contains(name)
    else { return }
    var next = index + 2
    while isMark(".", next), let part = word(next + 1) {
      name = part
      next += 2
    }
    if isMark("<", next) { next = afterAngles(next) }
    var inherited: [String] = []
    if isMark(":", next) {
      next += 1
      while next < tokens.count, !isMark("{", next), word(next) != "where" {
        if let type = word(next) { inherited.append(type) }
        next = isMark("<", next) ? afterAngles(next) : next + 1
      }
    }
    while next < tokens.count, !isMark("{", next), !isMark("}", next) { next += 1 }
    if isMark("{", next) { openings[next] = name }
    for type in inherited { visitConformance(of: name, to: type, at: index) }
  }

  private mutating func visitConformance(of name: String, to type: String, at index: Int) {
    switch type {
    case "EnvironmentKey":
      add(
        .environmentKey, name, at: index,
        doubt: doubt(unlessImporting: "SwiftUI", "EnvironmentTree"))
    case "DependencyKey", "TestDependencyKey":
      add(
        .dependencyKey, name, at: index,
        doubt: doubt(unlessImporting: "Dependencies", "ComposableArchitecture"))
    case "InjectedKey" where imports.contains("WeaveDI"):
      add(.weaveDIRegistration, name, at: index)
    default: break
    }
  }

  private mutating func visitProperty(at index: Int) {
    guard !listed.contains(index), let name = word(index + 1) else { return }
    if isMark(":", index + 2), let type = word(index + 3),
      ["Factory", "ParameterFactory"].contains(type), isMark("<", index + 4)
    {
      add(.factory, name, at: index, doubt: doubt(unlessImporting: "FactoryKit", "Factory"))
      // What it returns is the same registration.
      let body = afterAngles(index + 4)
      if isMark("{", body) { openings[body] = "Factory property" }
      return
    }
    guard word(index) == "var" else { return }
    switch context {
    case "EnvironmentValues": add(.environmentProperty, name, at: index)
    case "DependencyValues": add(.dependencyProperty, name, at: index)
    default: break
    }
  }

  /// A factory that is made where no property says its type: `static let api = Factory { API() }`.
  private mutating func visitFactory(at index: Int) {
    guard !isMark("@", index - 1), !isMark(":", index - 1), !isMark(".", index - 1),
      !isInside("Factory property")
    else { return }
    let next = isMark("<", index + 1) ? afterAngles(index + 1) : index + 1
    guard isMark("(", next) || isMark("{", next) else { return }
    let isNamed = isMark("=", index - 1)
    guard let name = isNamed ? word(index - 2) : context else { return }
    add(.factory, name, at: index, doubt: doubt(unlessImporting: "FactoryKit", "Factory"))
  }
}
