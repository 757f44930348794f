extension InventoryFinding {
  /// What was found, and by that which part of the migration guide it belongs to.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case environmentKey = "environment key"
    case environmentProperty = "environment property"
    case entry = "@Entry"
    case environmentRead = "environment read"
    case environmentOverride = "environment override"
    case environmentObjectRead = "environment object"
    case environmentObjectOverride = "object in the environment"
    case ownEnvironmentRead = "SwiftUI's own value"
    case observable = "@Observable"
    case observableObject = "ObservableObject"
    case published = "@Published"
    case stateObject = "@StateObject"
    case observedObject = "@ObservedObject"
    case dependencyKey = "dependency key"
    case dependencyProperty = "dependency property"
    case dependencyRead = "@Dependency"
    case dependencyOverride = "dependency override"
    case dependencyCapture = "captured dependencies"
    case store = "store of the Composable Architecture"
    case factory = "Factory registration"
    case factoryContainer = "Factory container"
    case factoryRead = "Factory read"
    case factoryOverride = "Factory override"
    case swinjectRegistration = "Swinject registration"
    case swinjectContainer = "Swinject container"
    case swinjectResolution = "Swinject resolution"
    case weaveDIRegistration = "WeaveDI registration"
    case weaveDIRead = "WeaveDI read"
    case weaveDIOverride = "WeaveDI override"
    case unknownRead = "@Injected"

    /// The anchor of the migration guide's section; nil where nothing is to be done.
    package var section: String? {
      switch self {
      case .environmentKey, .environmentProperty: "recipe-1"
      case .entry: "recipe-2"
      case .environmentOverride: "recipe-3"
      case .environmentRead: "recipe-4"
      case .environmentObjectRead, .environmentObjectOverride: "recipe-5"
      case .observable: "recipe-6"
      case .observableObject, .published, .stateObject, .observedObject: "recipe-7"
      case .ownEnvironmentRead, .unknownRead: nil
      case .store: "composable-architecture"
      default: origin.section
      }
    }

    /// What the code that was found is written for.
    package var origin: Origin {
      switch self {
      case .environmentKey, .environmentProperty, .entry, .environmentRead, .environmentOverride,
        .environmentObjectRead, .environmentObjectOverride, .ownEnvironmentRead, .observable,
        .observableObject, .published, .stateObject, .observedObject:
        .environment
      case .dependencyKey, .dependencyProperty, .dependencyRead, .dependencyOverride,
        .dependencyCapture, .store:
        .dependencies
      case .factory, .factoryContainer, .factoryRead, .factoryOverride: .factory
      case .swinjectRegistration, .swinjectContainer, .swinjectResolution: .swinject
      case .weaveDIRegistration, .weaveDIRead, .weaveDIOverride: .weaveDI
      case .unknownRead: .unknown
      }
    }

    /// What is done there with a service.
    package var role: Role {
      switch self {
      case .environmentKey, .environmentProperty, .entry, .dependencyKey, .dependencyProperty,
        .factory, .swinjectRegistration, .weaveDIRegistration:
        .key
      case .environmentRead, .environmentObjectRead, .ownEnvironmentRead, .dependencyRead,
        .factoryRead, .swinjectResolution, .weaveDIRead, .unknownRead:
        .read
      case .environmentOverride, .environmentObjectOverride, .dependencyOverride, .factoryOverride,
        .weaveDIOverride, .store:
        .override
      case .dependencyCapture, .factoryContainer, .swinjectContainer: .container
      case .observable, .observableObject, .published, .stateObject, .observedObject: .model
      }
    }
  }

  /// What code is written for.
  package enum Origin: String, Sendable, Hashable, CaseIterable {
    case environment = "SwiftUI"
    case dependencies = "swift-dependencies"
    case factory = "Factory"
    case swinject = "Swinject"
    case weaveDI = "WeaveDI"
    case unknown = "not known"

    /// The anchor of its section in the guide, where all of it has one.
    var section: String? {
      switch self {
      case .environment, .unknown: nil
      case .dependencies: "from-swift-dependencies"
      case .factory: "from-factory"
      case .swinject: "from-swinject"
      case .weaveDI: "from-weavedi"
      }
    }

    /// The modules that code imports for it.
    var modules: Set<String> {
      switch self {
      case .environment: ["SwiftUI", "SwiftUICore", "EnvironmentTree"]
      case .dependencies:
        [
          "Dependencies", "DependenciesMacros", "DependenciesTestSupport", "DependenciesAdditions",
          "ComposableArchitecture", "Sharing", "SQLiteData", "SwiftNavigation",
        ]
      case .factory: ["FactoryKit", "Factory", "FactoryTesting", "FactoryMacros"]
      case .swinject: ["Swinject", "SwinjectAutoregistration", "SwinjectStoryboard"]
      case .weaveDI: ["WeaveDI", "DiContainer"]
      case .unknown: []
      }
    }
  }

  /// What is done with a service.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    case key, read, override, container, model
  }
}
