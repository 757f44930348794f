extension InventoryScanner {
  mutating func visitMember(at index: Int) {
    guard let name = word(index + 1) else { return }
    let call = index + 2
    switch name {
    case "environment" where isMark("(", call): visitOverride(call, at: index)
    case "transformEnvironment" where isMark("(", call):
      let path = keyPath(call + 1)
      add(
        .environmentOverride, path ?? arguments(call).first, at: index,
        doubt: path == nil ? "the key path is an expression" : nil)
    case "environmentObject" where isMark("(", call):
      add(.environmentObjectOverride, arguments(call).first, at: index)
    case "register", "resolve": visitContainer(isRegistration: name == "register", call, at: index)
    case "shared" where word(index - 1) == "Container" && isFactoryImported:
      guard isMark(".", call), let service = word(call + 1), isMark("(", call + 2) else { return }
      add(.factoryRead, service, at: index)
    default: break
    }
  }

  private var isFactoryImported: Bool { !imports.isDisjoint(with: ["FactoryKit", "Factory"]) }

  private mutating func visitOverride(_ call: Int, at index: Int) {
    let unimported = doubt(unlessImporting: "SwiftUI", "EnvironmentTree")
    if let path = keyPath(call + 1) {
      add(.environmentOverride, path, at: index, doubt: unimported)
      return
    }
    // A pattern: `case .environment(let key)`.
    guard !["let", "var"].contains(word(call + 1)) else { return }
    let arguments = arguments(call)
    switch arguments.count {
    case 0: break
    case 1: add(.environmentObjectOverride, arguments.first, at: index, doubt: unimported)
    default:
      add(
        .environmentOverride, arguments.first, at: index, doubt: "the key path is an expression")
    }
  }

  /// `container.register(Service.self) { … }`, `UnifiedDI.register(Service.self)`, `Container.shared
  /// .service.register { … }` and their counterparts.
  private mutating func visitContainer(isRegistration: Bool, _ call: Int, at index: Int) {
    if isMark("{", call) {
      guard isRegistration, isFactoryImported, let service = word(index - 1) else { return }
      add(.factory, service, at: index)
      return
    }
    guard isMark("(", call), let type = metatype(call + 1), !isCellRegistration(call) else {
      return
    }
    if imports.contains("Swinject") {
      add(isRegistration ? .swinjectRegistration : .swinjectResolution, type, at: index)
    } else if imports.contains("WeaveDI") {
      add(isRegistration ? .weaveDIRegistration : .weaveDIRead, type, at: index)
    }
  }

  /// UIKit's `register(Cell.self, forCellReuseIdentifier: "cell")`.
  private func isCellRegistration(_ call: Int) -> Bool {
    let ahead = call..<min(call + 12, tokens.count)
    return ahead.contains { word($0)?.hasPrefix("forCell") ?? false }
      || ahead.contains { word($0)?.hasPrefix("forSupplementary") ?? false }
  }
}
