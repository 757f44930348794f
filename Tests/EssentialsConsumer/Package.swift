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

// A stranger's package: it shows that depending on `InjectionEssentials` links, statically as well.
let package = Package(
  name: "essentials-consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, since the checkout's folder may be called anything.
    .package(name: "swift-injection", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "essentials",
      dependencies: [
        .product(name: "Injection", package: "swift-injection"),
        .product(name: "InjectionEssentials", package: "swift-injection"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "clocks",
      dependencies: [.product(name: "InjectionTestingClocks", package: "swift-injection")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
