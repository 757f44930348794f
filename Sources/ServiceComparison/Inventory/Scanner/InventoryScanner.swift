/// Reads the tokens of one file twice: first for what it declares, then, with what all files declare,
/// for what an inventory lists.
struct InventoryScanner {
  typealias Kind = InventoryFinding.Kind
  typealias Origin = InventoryFinding.Origin

  /// Braces that belong to a type, an extension or a registration.
  struct Scope {
    /// The last of the names that it is written with.
    let name: String
    /// All of them: `A.B` of `extension A.B`.
    let path: String
    /// Whether it is a type or an extension, and not a registration.
    let isType: Bool
    /// Whether it declares an enumeration.
    let isEnumeration: Bool
    /// Whether a case of the enumeration has been seen.
    var hasCases = false
    var depth = 0

    /// A type or an extension, by the names that it is written with.
    init(type path: String, isEnumeration: Bool) {
      name = path.split(separator: ".").last.map(String.init) ?? path
      self.path = path
      self.isEnumeration = isEnumeration
      isType = true
    }

    init(registration name: String) {
      self.name = name
      path = name
      isType = false
      isEnumeration = false
    }
  }

  /// How many places of one file are listed: more of them are no code that a person wrote.
  static let limit = 10_000

  let tokens: SwiftTokens
  let file: String
  let known: InventoryDeclarations
  let imports: Set<String>
  /// Whose modules the file imports.
  private let imported: Set<Origin>
  /// Whose modules any file imports.
  private let used: Set<Origin>
  let isTest: Bool

  var findings: [InventoryFinding] = []
  var declared = InventoryDeclarations()
  /// Whether there was more than the limit.
  var isCut = false
  /// The scopes whose braces are open, innermost last.
  private var scopes: [Scope] = []
  private var depth = 0
  /// What a brace that is still to come belongs to, by its index.
  var openings: [Int: Scope] = [:]
  /// Properties that were listed already, by the index of their `var`.
  var listed: Set<Int> = []
  /// The factory that the chain of modifiers before is about.
  var chained: String?
  /// The types of variables of this file, where those are written or made.
  var variables: [String: String] = [:]
  /// Variables that hold the values of an origin, each with the depth of the braces that it is known in,
  /// and the index from which on it is; without an origin, what hides one of them.
  private var holders: [(name: String, origin: Origin?, depth: Int, start: Int)] = []
  /// Variables of this file that hold a container.
  var containers: Set<String> = ["container"]
  /// How many tokens farther than ``SwiftTokens/reach`` may still be read, in all closures together.
  var lookahead: Int

  init(_ tokens: SwiftTokens, _ file: String, known: InventoryDeclarations) {
    self.tokens = tokens
    self.file = file
    self.known = known
    // What code there is has such closures side by side, and not in one another.
    lookahead = 3 * tokens.count
    var imports: Set<String> = []
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    for index in 0..<tokens.count where tokens.isWord("import", index) {
      guard !tokens.isMark(".", index - 1), let name = tokens.word(index + 1) else { continue }
      imports.insert(kinds.contains(name) ? tokens.word(index + 2) ?? name : name)
    }
    self.imports = imports
    imported = Set(Origin.allCases.filter { !imports.isDisjoint(with: $0.modules) })
    used = Set(Origin.allCases.filter { known.uses($0) })
    isTest =
      !imports.isDisjoint(with: ["XCTest", "Testing"])
      || file.split(separator: "/").contains {
        $0.hasSuffix("Tests") || $0.hasSuffix("Tests.swift")
      }
    declared.imports = imports
  }

  /// Reads the file.
  ///
  /// - Complexity: O(*n*) in the number of tokens, since each looks ahead no further than
  ///   ``SwiftTokens/reach``, but for closures, which share ``lookahead``.
  mutating func scan() {
    // A manifest's dependencies are packages.
    guard !imports.contains("PackageDescription") else { return }
    for index in 0..<tokens.count {
      if findings.count >= Self.limit {
        isCut = true
        break
      }
      visit(index)
    }
    findings.sort { $0.line < $1.line }
  }

  private mutating func visit(_ index: Int) {
    switch tokens.kind(index) {
    case .mark where tokens.isMark("{", index):
      depth += 1
      if var scope = openings.removeValue(forKey: index) {
        scope.depth = depth
        scopes.append(scope)
      }
      // What a closure is given has its name there.
      if !holders.isEmpty, let name = tokens.parameter(ofClosureAt: index) {
        noteHolder(name, nil, depth: depth, from: index)
      }
    case .mark where tokens.isMark("}", index):
      if scopes.last?.depth == depth { close(scopes.removeLast()) }
      depth = max(0, depth - 1)
      while let last = holders.last, last.depth > depth, last.start <= index {
        holders.removeLast()
      }
    case .mark where tokens.isMark("@", index): visitAttribute(at: index)
    case .mark where tokens.isMark(".", index): visitMember(at: index)
    case .mark where tokens.isMark("~", index): visitOperator(at: index)
    case .word: visitWord(tokens.text(index), at: index)
    default: break
    }
  }

  private mutating func close(_ scope: Scope) {
    guard scope.isEnumeration else { return }
    if scope.hasCases {
      declared.enumerations.insert(scope.name)
    } else {
      declared.otherTypes.insert(scope.name)
    }
  }

  /// Remembers that an enumeration has cases, and is not a namespace.
  mutating func visitCase() {
    guard let last = scopes.indices.last, scopes[last].depth == depth else { return }
    scopes[last].hasCases = true
  }

  /// Remembers a variable that holds values, or hides one that does.
  mutating func noteHolder(
    _ name: String, _ origin: Origin?, depth: Int? = nil, from start: Int
  ) {
    guard origin != nil || holders.suffix(8).contains(where: { $0.name == name }) else { return }
    holders.append((name, origin, depth ?? self.depth, start))
  }

  /// Remembers a parameter, which is known in the braces that come after the index.
  mutating func noteHolder(parameter name: String, of type: String, from start: Int) {
    noteHolder(name, origin(ofValues: type), depth: depth + 1, from: start)
  }

  /// Whose values a type holds, if it is one that does.
  func origin(ofValues type: String) -> Origin? {
    switch type {
    case "EnvironmentValues", "SwiftUI.EnvironmentValues":
      isOwn("EnvironmentValues", not: .environment) ? nil : .environment
    case "DependencyValues", "Dependencies.DependencyValues":
      isOwn("DependencyValues", not: .dependencies) ? nil : .dependencies
    default: nil
    }
  }

  /// Whose values a variable of this name holds at an index.
  func origin(ofHolder name: String, at index: Int) -> Origin? {
    holders.suffix(8).last { $0.name == name && $0.start <= index }?.origin
  }

  /// The type or extension whose braces are the innermost that are open, if those are a type's.
  var type: String? {
    scopes.last.flatMap { $0.isType && $0.depth == depth ? $0.name : nil }
  }

  /// The scopes around, innermost first; of very many, the nearest.
  var surroundings: [String] { scopes.suffix(8).reversed().map(\.name) }

  /// The same, each with all the names that it is written with.
  var paths: [String] { scopes.suffix(8).reversed().map(\.path) }

  /// The name of a type that is declared here, with those of the types around it.
  func path(of name: String) -> String {
    ((type == nil ? [] : paths.reversed()) + [name]).joined(separator: ".")
  }

  /// Whether the scan is inside a registration.
  var registration: String? { scopes.suffix(8).last { !$0.isType }?.name }

  // MARK: Where code comes from

  /// Whether the file imports what the origin's code needs.
  func imports(_ origin: Origin) -> Bool { imported.contains(origin) }

  /// Whether the file imports what a part of it has been converted to.
  var importsInjection: Bool { imports.contains { $0.hasPrefix("Injection") } }

  /// Whether any file imports what the origin's code needs.
  func uses(_ origin: Origin) -> Bool { used.contains(origin) }

  /// Whether a name that origins declare is this folder's own: it declares that name, and the file
  /// imports none of them.
  func isOwn(_ name: String, not origins: Origin...) -> Bool {
    known.declares(name) && imported.isDisjoint(with: origins)
  }

  /// A doubt where the file does not import what the origin's code needs.
  func doubt(about origin: Origin) -> String? {
    guard !imports(origin) else { return nil }
    let module = origin == .factory ? "FactoryKit" : origin == .dependencies ? "Dependencies" : nil
    return "the file does not import \(module ?? origin.rawValue)"
  }

  mutating func add(
    _ kind: Kind, _ name: String, services: [String]? = nil, at index: Int, doubt: String? = nil
  ) {
    findings.append(
      InventoryFinding(
        file: file, line: tokens.line(index), kind: kind, name: name,
        services: services ?? [name], inside: paths, isTest: isTest, doubt: doubt))
  }
}
