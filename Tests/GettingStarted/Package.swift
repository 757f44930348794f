// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Greet",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-injection", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "greet",
      dependencies: [.product(name: "Injection", package: "swift-injection")]),
    .testTarget(
      name: "GreetTests",
      dependencies: ["greet", .product(name: "InjectionTesting", package: "swift-injection")]),
  ]
)
