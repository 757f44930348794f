/// A place in a folder of Swift files that a migration has to look at.
package struct InventoryFinding: Sendable, Hashable {
  /// What was found, and by that which part of the migration guide it belongs to.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case environmentKey = "environment key"
    case environmentProperty = "environment property"
    case entry = "@Entry"
    case environmentRead = "environment read"
    case environmentObjectRead = "environment object"
    case ownEnvironmentRead = "SwiftUI's own value"
    case stateObject = "@StateObject"
    case environmentOverride = "environment override"
    case environmentObjectOverride = "object in the environment"
    case dependencyKey = "dependency key"
    case dependencyProperty = "dependency property"
    case dependencyRead = "@Dependency"
    case dependencyOverride = "dependency override"
    case factory = "Factory registration"
    case factoryRead = "Factory read"
    case swinjectRegistration = "Swinject registration"
    case swinjectResolution = "Swinject resolution"
    case weaveDIRegistration = "WeaveDI registration"
    case weaveDIRead = "WeaveDI read"
    case unknownRead = "@Injected"

    /// The anchor of the migration guide's section; nil where nothing is to be done.
    package var section: String? {
      switch self {
      case .environmentKey, .environmentProperty: "recipe-1"
      case .entry: "recipe-2"
      case .environmentRead: "recipe-4"
      case .environmentObjectRead, .environmentObjectOverride: "recipe-5"
      case .ownEnvironmentRead, .unknownRead: nil
      case .stateObject: "recipe-7"
      case .environmentOverride: "recipe-3"
      case .dependencyKey, .dependencyProperty, .dependencyRead, .dependencyOverride:
        "from-swift-dependencies"
      case .factory, .factoryRead: "from-factory"
      case .swinjectRegistration, .swinjectResolution: "from-swinject"
      case .weaveDIRegistration, .weaveDIRead: "from-weavedi"
      }
    }
  }

  /// The file, below the folder.
  package let file: String
  /// The line that it begins in, from 1.
  package let line: Int
  /// What was found.
  package let kind: Kind
  /// The name of the key, the property or the type.
  package let name: String
  /// Why it may be something else; nil where the text leaves no doubt.
  package var doubt: String?
}
