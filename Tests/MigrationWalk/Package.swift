// swift-tools-version: 6.2
import PackageDescription

// A package of four modules as the migration guide converts it, by a stranger's settings.
let injection = Target.Dependency.product(name: "Injection", package: "swift-injection")
let testing = Target.Dependency.product(name: "InjectionTesting", package: "swift-injection")

let package = Package(
  name: "migration-walk",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-injection", path: "../..")
  ],
  targets: [
    .target(name: "WeatherClient", dependencies: [injection]),
    .target(name: "WeatherClientLive", dependencies: [injection, "WeatherClient"]),
    .target(name: "WeatherFeature", dependencies: [injection, "WeatherClient"]),
    .executableTarget(
      name: "weather",
      dependencies: [injection, "WeatherClient", "WeatherClientLive", "WeatherFeature"]),
    // A live value as a conformance of another module: what does not work.
    .target(name: "PollenLive", dependencies: [injection, "WeatherClient"]),
    .testTarget(
      name: "WeatherTests",
      dependencies: [
        injection, testing, "PollenLive", "WeatherClient", "WeatherClientLive", "WeatherFeature",
      ]),
    // Stand-ins: what the bridge uses of the API of swift-dependencies and of the Composable
    // Architecture, and names that others have too, written from their public documentation.
    .target(name: "Dependencies"),
    .target(name: "FactoryKit"),
    .target(name: "ComposableArchitecture", dependencies: ["Dependencies"]),
    .target(
      name: "DependenciesBridge", dependencies: [injection, "Dependencies", "WeatherClient"]),
    .testTarget(
      name: "BridgeTests",
      dependencies: [
        injection, testing, "ComposableArchitecture", "Dependencies", "DependenciesBridge",
        "FactoryKit", "WeatherClient", "WeatherFeature",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
