/// What the files of a folder declare: what tells a name from another that reads the same.
struct InventoryDeclarations: Sendable {
  var imports: Set<String> = []
  /// The types that are declared here, not those that are extended.
  var types: Set<String> = []
  /// The enumerations among them.
  var enumerations: Set<String> = []
  /// Values of SwiftUI's environment that are declared here, with their types where those are written.
  var environment: [String: String?] = [:]
  /// Keys, each with the property that reads it.
  var properties: [String: String] = [:]
  /// Types that are made in the value of a key or in a registration, each with that one's name.
  var makers: [String: String] = [:]
  /// Properties and functions that give a factory.
  var factories: Set<String> = []
  /// Containers of Factory's.
  var containers: Set<String> = ["Container"]
  /// Traits of tests that give a container of Factory's.
  var traits: Set<String> = []
  /// Functions around a container of Swinject's that resolve.
  var resolvers: Set<String> = []
  /// Functions around a container of Swinject's that register.
  var registrars: Set<String> = []
  /// Property wrappers around a container of Swinject's.
  var wrappers: Set<String> = []
  /// Variables that hold a store of the Composable Architecture.
  var stores: Set<String> = []

  /// Whether any file imports what this origin's code needs.
  func uses(_ origin: InventoryFinding.Origin) -> Bool {
    !imports.isDisjoint(with: origin.modules)
  }

  mutating func formUnion(_ other: InventoryDeclarations) {
    imports.formUnion(other.imports)
    types.formUnion(other.types)
    enumerations.formUnion(other.enumerations)
    environment.merge(other.environment) { $0 ?? $1 }
    properties.merge(other.properties) { first, _ in first }
    makers.merge(other.makers) { first, _ in first }
    factories.formUnion(other.factories)
    containers.formUnion(other.containers)
    traits.formUnion(other.traits)
    resolvers.formUnion(other.resolvers)
    registrars.formUnion(other.registrars)
    wrappers.formUnion(other.wrappers)
    stores.formUnion(other.stores)
  }
}
