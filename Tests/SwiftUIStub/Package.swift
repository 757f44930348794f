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

// InjectionUI's files, compiled against a module that declares what they use of SwiftUI. A package
// of its own: a target named SwiftUI would change `canImport` for all targets beside it.
let package = Package(
  name: "swiftui-stub",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-injection", path: "../..")],
  targets: [
    .target(name: "SwiftUI", swiftSettings: settings),
    .target(
      name: "InjectionUICheck",
      dependencies: ["SwiftUI", .product(name: "Injection", package: "swift-injection")],
      swiftSettings: settings + [.define("INJECTION_UI")]),
    .target(
      name: "Client",
      dependencies: [
        "SwiftUI", "InjectionUICheck", .product(name: "Injection", package: "swift-injection"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
