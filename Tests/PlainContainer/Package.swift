// swift-tools-version: 6.2
import PackageDescription

// The container without what makes it fast and is not plain Swift (`Sources/Injection/Fast`): the same
// files, by links, with `INJECTION_PLAIN`. All tests of the container pass with it, too.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "plain-container",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Injection", swiftSettings: settings + [.define("INJECTION_PLAIN")]),
    .target(name: "CInjectionTestingClocks"),
    .target(
      name: "InjectionTestingClocks", dependencies: ["CInjectionTestingClocks", "Injection"],
      swiftSettings: settings),
    .target(name: "CInjectionTesting"),
    .target(
      name: "InjectionTesting",
      dependencies: ["CInjectionTesting", "Injection", "InjectionTestingClocks"],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Injection", "InjectionTesting"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "InjectionTests", dependencies: ["Injection", "InjectionTesting", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])
