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

// A stranger's package: what it compiles and links is what depending on `Injection` costs.
let injection = Target.Dependency.product(name: "Injection", package: "swift-injection")

let package = Package(
  name: "injection-consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, since the checkout's folder may be called anything.
    .package(name: "swift-injection", path: "../..")
  ],
  targets: [
    .target(
      name: "PaymentInterface",
      dependencies: [injection],
      swiftSettings: settings
    ),
    .target(
      name: "PaymentLive",
      dependencies: [injection, "PaymentInterface"],
      swiftSettings: settings
    ),
    .target(
      name: "MainActorByDefault",
      dependencies: [injection, "PaymentInterface"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]
    ),
    .executableTarget(
      name: "consumer",
      dependencies: [injection, "PaymentInterface", "PaymentLive", "MainActorByDefault"],
      swiftSettings: settings
    ),
    // The program on the first screen of README.md.
    .executableTarget(name: "readme", dependencies: [injection], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
