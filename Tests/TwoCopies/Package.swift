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

let injection = Target.Dependency.product(name: "Injection", package: "swift-injection")
let observation = Target.Dependency.product(
  name: "ModelObservation", package: "swift-injection")
let testing = Target.Dependency.product(name: "InjectionTesting", package: "swift-injection")

// An app and the test bundle that it hosts, each with a copy of Injection and of ModelObservation:
// `.ci/two-copies` reads what they print.
let package = Package(
  name: "two-copies",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "App", type: .dynamic, targets: ["App"]),
    .library(name: "AppTests", type: .dynamic, targets: ["AppTests"]),
  ],
  dependencies: [
    // Named, since the checkout's folder may be called anything.
    .package(name: "swift-injection", path: "../..")
  ],
  targets: [
    .target(name: "App", dependencies: [injection, observation], swiftSettings: settings),
    .target(
      name: "AppTests", dependencies: [injection, observation, testing], swiftSettings: settings),
    // Links neither: it loads them, as a test runner does.
    .executableTarget(name: "host", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
