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
let testing = Target.Dependency.product(name: "InjectionTesting", package: "swift-injection")

// A stranger's package whose tests fail on purpose: `.ci/testing-consumer` reads what they print.
let package = Package(
  name: "testing-consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, since the checkout's folder may be called anything.
    .package(name: "swift-injection", path: "../..")
  ],
  targets: [
    .target(name: "Shop", dependencies: [injection], swiftSettings: settings),
    // Links InjectionTesting by mistake.
    .executableTarget(
      name: "tool", dependencies: ["Shop", injection, testing], swiftSettings: settings),
    // Has no InjectionTesting, under a test runner's name.
    .executableTarget(name: "bare", dependencies: ["Shop", injection], swiftSettings: settings),
    // Runs tests under a name that is not known.
    .executableTarget(
      name: "runner", dependencies: ["Shop", injection, testing], swiftSettings: settings),
    .testTarget(
      name: "FailingTests", dependencies: ["Shop", injection, testing], swiftSettings: settings),
    .testTarget(
      name: "FailingXCTests", dependencies: ["Shop", injection, testing], swiftSettings: settings),
    .testTarget(
      name: "UnaidedTests", dependencies: ["Shop", injection], swiftSettings: settings),
    .testTarget(
      name: "CorrectTests", dependencies: ["Shop", injection, testing], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
