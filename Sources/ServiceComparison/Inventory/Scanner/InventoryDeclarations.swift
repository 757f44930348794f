/// What the files of a folder declare: what tells a name from another that reads the same.
struct InventoryDeclarations: Sendable {
  /// A key, as code of one origin names it.
  struct Key: Hashable, Sendable {
    let origin: InventoryFinding.Origin
    let name: String
  }

  /// What makes something: a key or a registration, and the file that it is in.
  struct Maker: Hashable, Sendable {
    let service: String
    let file: String
  }

  /// What is to be known of a key or a type by its name, where files do not disagree: nil where they do.
  struct Names: Sendable {
    /// Keys, each with the property that reads it.
    var properties: [Key: String?] = [:]
    /// Types that are made in the value of a key or in a registration, each with that one.
    var makers: [String: Maker?] = [:]
    /// Values of SwiftUI's environment, with their types where those are written.
    var environment: [String: String?] = [:]

    /// Remembers a value of the environment; where it has two types, none.
    mutating func add(environment name: String, _ type: String?) {
      environment.merge([name: type]) { $0 == $1 ? $0 : nil }
    }

    mutating func formUnion(_ other: Names) {
      properties.merge(other.properties) { $0 == $1 ? $0 : nil }
      makers.merge(other.makers) { $0 == $1 ? $0 : nil }
      environment.merge(other.environment) { $0 == $1 ? $0 : nil }
    }
  }

  var imports: Set<String> = []
  /// The types that are declared here, not those that are extended: by their names, with those of the
  /// types around them.
  var types: [String: Set<String>] = [:]
  /// The enumerations with cases among them.
  var enumerations: Set<String> = []
  /// The others among them; of one name there may be both.
  var otherTypes: Set<String> = []
  /// Protocols, each with those that it refines.
  var refinements: [String: [String]] = [:]
  /// The names of all files together.
  var names = Names()
  /// The names of each file, which come first there: a private key of another file is not meant.
  var namesOfFiles: [String: Names] = [:]
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

  /// Whether a type of this name is declared here.
  func declares(_ name: String) -> Bool { types[name] != nil }

  /// Whether any file imports what this origin's code needs.
  func uses(_ origin: InventoryFinding.Origin) -> Bool {
    !imports.isDisjoint(with: origin.modules)
  }

  /// Joins in what a scan of one more file has found.
  mutating func formUnion(_ other: InventoryDeclarations) {
    imports.formUnion(other.imports)
    types.merge(other.types) { $0.union($1) }
    enumerations.formUnion(other.enumerations)
    otherTypes.formUnion(other.otherTypes)
    refinements.merge(other.refinements) { $0 + $1 }
    names.formUnion(other.names)
    factories.formUnion(other.factories)
    containers.formUnion(other.containers)
    traits.formUnion(other.traits)
    resolvers.formUnion(other.resolvers)
    registrars.formUnion(other.registrars)
    wrappers.formUnion(other.wrappers)
    stores.formUnion(other.stores)
  }
}
