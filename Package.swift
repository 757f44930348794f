// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "swift-injection",
  platforms: [
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18),
  ],
  products: [
    .library(name: "Injection", targets: ["Injection"]),
    .library(name: "InjectionEssentials", targets: ["InjectionEssentials"]),
    .library(name: "InjectionNetworking", targets: ["InjectionNetworking"]),
    .library(name: "InjectionTestingClocks", targets: ["InjectionTestingClocks"]),
    .library(name: "InjectionTesting", targets: ["InjectionTesting"]),
    .library(name: "ModelObservation", targets: ["ModelObservation"]),
    .library(name: "EnvironmentTree", targets: ["EnvironmentTree"]),
    .library(name: "InjectionTree", targets: ["InjectionTree"]),
    .library(name: "InjectionUI", targets: ["InjectionUI"]),
    .library(name: "ServiceComparison", targets: ["ServiceComparison"]),
    .executable(name: "compare", targets: ["compare"]),
    .executable(name: "benchmarks", targets: ["benchmarks"]),
  ],
  targets: [
    .target(name: "Injection", swiftSettings: settings),
    .target(name: "InjectionEssentials", dependencies: ["Injection"], swiftSettings: settings),
    // Apart, since FoundationNetworking needs a static libcurl where it is linked statically.
    .target(name: "InjectionNetworking", dependencies: ["Injection"], swiftSettings: settings),
    .target(name: "CInjectionTestingClocks"),
    // Apart, since previews and programs cannot link Testing and XCTest.
    .target(
      name: "InjectionTestingClocks", dependencies: ["CInjectionTestingClocks", "Injection"],
      swiftSettings: settings),
    .target(name: "CInjectionTesting"),
    .target(
      name: "InjectionTesting",
      dependencies: ["CInjectionTesting", "Injection", "InjectionTestingClocks"],
      swiftSettings: settings),
    .target(name: "CModelObservation"),
    .target(
      name: "ModelObservation", dependencies: ["CModelObservation"], swiftSettings: settings),
    .target(
      name: "EnvironmentTree", dependencies: ["ModelObservation"], swiftSettings: settings),
    .target(
      name: "InjectionTree", dependencies: ["Injection", "EnvironmentTree"],
      swiftSettings: settings),
    // The same files: the folder is a link. Empty where there is no SwiftUI.
    .target(
      name: "InjectionUI", dependencies: ["Injection"], exclude: ["InjectionTree.docc"],
      swiftSettings: settings + [.define("INJECTION_UI")]),
    .target(
      name: "ServiceComparison",
      dependencies: [
        "Injection", "InjectionEssentials", "ModelObservation", "EnvironmentTree", "InjectionTree",
      ],
      // Compiled in: the executable needs no bundle beside it, wherever it is moved to.
      resources: [
        .embedInCode("Resources/landmarks.json"), .embedInCode("Resources/orders.json"),
        .embedInCode("Resources/products.json"), .embedInCode("Resources/user.json"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "compare", dependencies: ["Injection", "ServiceComparison"], swiftSettings: settings),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["Injection", "ModelObservation", "EnvironmentTree", "CAllocations"],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Injection", "InjectionTesting"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "InjectionTests", dependencies: ["Injection", "InjectionTesting", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "InjectionTestingTests",
      dependencies: ["Injection", "InjectionTesting", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "InjectionTestingClocksTests",
      dependencies: ["Injection", "InjectionTesting", "InjectionTestingClocks", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "InjectionEssentialsTests",
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionNetworking", "InjectionTesting",
        "TestSupport",
      ],
      swiftSettings: settings),
    // Without settings, as the package of a server begins.
    .testTarget(
      name: "ServerTests", dependencies: ["Injection", "InjectionTesting", "TestSupport"]),
    .testTarget(
      name: "ModelObservationTests",
      // Not "benchmarks", which the tests run as a child process: what it links replaces malloc.
      dependencies: ["Injection", "ModelObservation", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "EnvironmentTreeTests",
      dependencies: ["EnvironmentTree", "ModelObservation", "TestSupport"],
      // Read through the source's path, so that a recorded file is the committed one.
      exclude: ["Views/Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "InjectionTreeTests",
      dependencies: [
        "Injection", "InjectionTestingClocks", "InjectionTree", "EnvironmentTree",
        "ModelObservation", "TestSupport",
      ],
      exclude: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "ServiceComparisonTests",
      // "compare" is built for the tests that run it as a child process.
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionTesting", "EnvironmentTree", "InjectionTree",
        "ModelObservation", "ServiceComparison", "TestSupport", "compare",
      ],
      // Code of other packages, which is read and never built.
      exclude: ["Inventory/Corpus"], swiftSettings: settings),
    .testTarget(
      name: "MigrationGuideTests",
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionTesting", "EnvironmentTree", "InjectionTree",
        "ModelObservation", "ServiceComparison", "TestSupport",
      ],
      swiftSettings: settings),
    // Recipe 13: a module whose declarations belong to the main actor.
    .testTarget(
      name: "MigrationGuideMainActorTests", dependencies: ["Injection", "InjectionTesting"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "DocumentationTests",
      // The libraries whose symbols the documents name, and the lexer.
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionNetworking", "InjectionTesting",
        "InjectionTree", "ServiceComparison", "TestSupport",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
