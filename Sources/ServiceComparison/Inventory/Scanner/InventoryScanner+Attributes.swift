extension InventoryScanner {
  private static let expression = "what is read is an expression, not a literal"

  mutating func visitAttribute(at index: Int) {
    guard var name = tokens.word(index + 1) else { return }
    var next = index + 2
    let module = tokens.isMark(".", next) ? name : nil
    // @SwiftUI.Environment(\.theme)
    while tokens.isMark(".", next), let part = tokens.word(next + 1) {
      name = part
      next += 2
    }
    next = tokens.afterAngles(next)
    let argument = tokens.isMark("(", next) ? next + 1 : nil
    switch name {
    case "Entry": visitEntry(at: index)
    case "Environment": visitEnvironment(argument, at: index)
    case "EnvironmentObject", "StateObject", "ObservedObject", "Published", "Observable":
      visitModel(name, at: index)
    case "Dependency": visitDependency(argument, at: index)
    case "DependencyClient", "DependencyEntry": visitDependencyMacro(name, at: index)
    default: visitContainerAttribute(name, of: module, argument, at: index)
    }
  }

  // MARK: SwiftUI

  private mutating func visitEntry(at index: Int) {
    guard let property = tokens.property(after: index) else { return }
    listed.insert(property.index)
    switch type {
    case "EnvironmentValues":
      declared.names.add(environment: property.name, property.type)
      add(.entry, property.name, at: index)
    case "Transaction", "FocusedValues", "ContainerValues": break
    default:
      guard !isOwn("Entry", not: .environment) else { return }
      add(
        .entry, property.name, at: index,
        doubt: "it is not directly in an extension of EnvironmentValues")
    }
  }

  private mutating func visitEnvironment(_ argument: Int?, at index: Int) {
    guard let argument, !isOwn("Environment", not: .environment) else { return }
    if let path = tokens.keyPath(argument)?.path {
      add(.environmentRead, path, services: [first(path)], at: index)
      noteWhole(path, "EnvironmentValues", at: index)
    } else if let type = tokens.metatype(argument)?.name {
      add(.environmentObjectRead, service(type), at: index)
    } else if imports(.environment) {
      add(
        .environmentRead, tokens.arguments(argument - 1).first, services: [], at: index,
        doubt: Self.expression)
    }
  }

  private mutating func visitModel(_ name: String, at index: Int) {
    let isOther = imports.isDisjoint(with: ["Combine", "Observation", "Perception"])
    guard !isOther || !isOwn(name, not: .environment) else { return }
    if name == "Observable" {
      guard let model = typeName("class", after: index) else { return }
      return add(
        .observable, model, services: [path(of: model)], at: index,
        doubt: imports.isDisjoint(with: ["Observation", "Perception"]) && !imports(.dependencies)
          ? doubt(about: .environment) : nil)
    }
    guard let property = tokens.property(after: index) else { return }
    let model = property.type.map(typePath) ?? property.name
    switch name {
    case "EnvironmentObject":
      add(.environmentObjectRead, baseName(model), services: [model], at: index)
    case "StateObject": add(.stateObject, property.name, services: [model], at: index)
    case "ObservedObject": add(.observedObject, property.name, services: [model], at: index)
    default:
      let model = paths.isEmpty ? nil : [paths.reversed().joined(separator: ".")]
      add(.published, property.name, services: model, at: index)
    }
  }

  // MARK: swift-dependencies

  private mutating func visitDependency(_ argument: Int?, at index: Int) {
    guard let argument, !isOwn("Dependency", not: .dependencies) else { return }
    addDependency(argument, at: index)
    noteWhole(tokens.keyPath(argument)?.path, "DependencyValues", at: index)
  }

  /// Remembers a property of all values: `@Environment(\.self) var environment`.
  private mutating func noteWhole(_ path: String?, _ type: String, at index: Int) {
    guard path == "self", let property = tokens.property(after: index) else { return }
    noteHolder(property.name, origin(ofValues: type), from: index)
  }

  mutating func addDependency(_ argument: Int, at index: Int) {
    let path = tokens.keyPath(argument)?.path
    let read = path ?? tokens.metatype(argument)?.name
    add(
      .dependencyRead, read ?? tokens.arguments(argument - 1).first,
      services: read.map { [path == nil ? $0 : first($0)] } ?? [], at: index,
      doubt: read == nil ? Self.expression : doubt(about: .dependencies))
  }

  private mutating func visitDependencyMacro(_ name: String, at index: Int) {
    if name == "DependencyEntry" {
      guard type == "DependencyValues", let property = tokens.property(after: index) else { return }
      listed.insert(property.index)
      add(.dependencyProperty, property.name, at: index)
      return
    }
    guard let client = typeName("struct", after: index) else { return }
    addKey(.dependencyKey, client, at: index, doubt: doubt(about: .dependencies))
  }

  // MARK: Containers

  mutating func visitContainerAttribute(
    _ name: String, of module: String?, _ argument: Int?, at index: Int
  ) {
    guard !isOwn(name, not: .factory, .weaveDI) || known.wrappers.contains(name) else { return }
    let path = argument.flatMap { tokens.keyPath($0)?.path }
    let type = argument.flatMap { tokens.metatype($0)?.name }
    // Looked for only where it is asked for: most attributes are no container's.
    lazy var property = tokens.property(after: index)
    lazy var read = path ?? type ?? property?.type ?? property?.name ?? "?"
    switch name {
    case "Injected":
      // `@Injected(Container.api)`, of Factory's first version.
      let member = argument.flatMap {
        tokens.isMark(".", $0 + 1) && tokens.isMark(")", $0 + 3) ? tokens.word($0 + 2) : nil
      }
      addInjected(
        path.map(first) ?? type ?? member ?? property?.name ?? "?", of: module, at: index)
    case "LazyInjected", "WeakLazyInjected", "DynamicInjected", "InjectedObject",
      "InjectedObservable", "InjectedType", "InjectedContainer":
      guard uses(.factory) || !uses(.weaveDI) else { return }
      add(
        .factoryRead, read, services: name == "InjectedContainer" ? [] : [first(read)], at: index,
        doubt: doubt(about: .factory))
    case "Inject", "SafeInject", "RequiredInject", "Factory":
      if known.wrappers.contains(name) {
        add(.swinjectResolution, read, at: index)
      } else if imports(.weaveDI) {
        add(.weaveDIRead, read, services: [path.map(first) ?? read], at: index)
      }
    case "Component", "AutoRegister", "Provide":
      guard imports(.weaveDI) else { return }
      let name =
        name == "Provide" ? property?.name : typeName("struct", "class", after: index)
      add(.weaveDIRegistration, name ?? "?", at: index)
    default:
      guard known.wrappers.contains(name) else { return }
      add(.swinjectResolution, read, at: index)
    }
  }

  private mutating func addInjected(_ name: String, of module: String?, at index: Int) {
    let origins: [Origin] = [.factory, .weaveDI]
    // @FactoryKit.Injected(\.api), beside @Injection.Injected(\.clock).
    if module == "Injection" { return }
    if let module, let origin = origins.first(where: { $0.modules.contains(module) }) {
      return add(origin == .factory ? .factoryRead : .weaveDIRead, name, at: index)
    }
    let imported = origins.filter { imports($0) }
    let used = origins.filter { uses($0) }
    if known.wrappers.contains("Injected") {
      return add(.swinjectResolution, name, at: index)
    }
    let likely = imported.isEmpty ? used : imported
    switch (likely.count, imports.contains("Injection")) {
    case (_, true) where imported.isEmpty: return
    case (1, false):
      add(
        likely == [.factory] ? .factoryRead : .weaveDIRead, name, at: index,
        doubt: doubt(about: likely[0]))
    default:
      add(
        .unknownRead, name, at: index,
        doubt: "the file's imports do not tell whether it is Factory's, WeaveDI's or Injection's")
    }
  }

  /// The name of the type that an attribute here stands before.
  private func typeName(_ keywords: StaticString..., after index: Int) -> String? {
    var next = index
    while next < min(index + 60, tokens.count) {
      if keywords.contains(where: { tokens.isWord($0, next) }) { return tokens.word(next + 1) }
      next = tokens.isMark("(", next) ? tokens.afterBrackets(next) : next + 1
    }
    return nil
  }

  /// The part of a key path that names the service: `api` of `api.name`.
  func first(_ path: String) -> String {
    path.split(separator: ".").first.map(String.init) ?? path
  }

  /// A type with the types around it, without what it is made by: `App.Theme` of `App.Theme.light`.
  func typePath(_ type: String) -> String {
    let parts = type.partsOfType
    guard let last = parts.lastIndex(where: { $0.first?.isUppercase == true }) else {
      return baseName(type)
    }
    return parts[...last].joined(separator: ".")
  }

  /// A type without what it is made by: `Theme` of `Theme.light`.
  func baseName(_ type: String) -> String {
    let parts = type.partsOfType
    return parts.last { $0.first?.isUppercase == true } ?? parts.last ?? type
  }
}
