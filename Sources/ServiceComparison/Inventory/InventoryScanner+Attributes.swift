extension InventoryScanner {
  private static let expression = "what is read is an expression, not a literal"

  mutating func visitAttribute(at index: Int) {
    guard var name = word(index + 1) else { return }
    var next = index + 2
    // @SwiftUI.Environment(\.theme)
    while isMark(".", next), let part = word(next + 1) {
      name = part
      next += 2
    }
    let argument = isMark("(", next) ? next + 1 : nil
    switch name {
    case "Entry": visitEntry(at: index)
    case "Environment": visitEnvironment(argument, at: index)
    case "EnvironmentObject":
      guard let property = property(after: index) else { return }
      add(.environmentObjectRead, property.type ?? property.name, at: index)
    case "StateObject":
      guard let property = property(after: index) else { return }
      add(.stateObject, property.name, at: index)
    case "Dependency":
      guard let argument else { return }
      let read = keyPath(argument) ?? metatype(argument)
      add(
        .dependencyRead, read ?? "?", at: index,
        doubt: read == nil
          ? Self.expression : doubt(unlessImporting: "Dependencies", "ComposableArchitecture"))
    case "DependencyClient":
      guard
        let keyword = (index..<min(index + 12, tokens.count)).first(where: { word($0) == "struct" })
      else { return }
      add(.dependencyKey, word(keyword + 1) ?? "?", at: index)
    case "LazyInjected", "WeakLazyInjected", "DynamicInjected", "InjectedObject",
      "InjectedObservable":
      add(.factoryRead, argument.flatMap(keyPath) ?? "?", at: index)
    case "Injected": visitInjected(argument, at: index)
    case "Factory", "Inject", "SafeInject", "RequiredInject":
      guard imports.contains("WeaveDI") else { return }
      let name = argument.flatMap(keyPath) ?? property(after: index)?.name
      add(.weaveDIRead, name ?? "?", at: index)
    default: break
    }
  }

  private mutating func visitEntry(at index: Int) {
    guard let property = property(after: index) else { return }
    listed.insert(property.index)
    switch context {
    case "EnvironmentValues": add(.entry, property.name, at: index)
    case "Transaction", "FocusedValues", "ContainerValues": break
    default:
      add(
        .entry, property.name, at: index,
        doubt: "it is not directly in an extension of EnvironmentValues")
    }
  }

  private mutating func visitEnvironment(_ argument: Int?, at index: Int) {
    guard let argument else { return }
    if let path = keyPath(argument) {
      add(.environmentRead, path, at: index)
    } else if let type = metatype(argument) {
      add(.environmentObjectRead, type, at: index)
    } else {
      add(.environmentRead, arguments(argument - 1).first, at: index, doubt: Self.expression)
    }
  }

  private mutating func visitInjected(_ argument: Int?, at index: Int) {
    let isFactory = !imports.isDisjoint(with: ["FactoryKit", "Factory"])
    let isWeaveDI = imports.contains("WeaveDI")
    let name =
      argument.flatMap { keyPath($0) ?? metatype($0) } ?? property(after: index)?.name ?? "?"
    switch (isFactory, isWeaveDI, imports.contains("Injection")) {
    case (true, false, false): add(.factoryRead, name, at: index)
    case (false, true, false): add(.weaveDIRead, name, at: index)
    case (false, false, true): break
    default:
      add(
        .unknownRead, name, at: index,
        doubt: "the file's imports do not tell whether it is Factory's, WeaveDI's or Injection's")
    }
  }
}
