// swift-tools-version: 6.2
import PackageDescription

let injection = Target.Dependency.product(name: "Injection", package: "swift-injection")
let testing = Target.Dependency.product(name: "InjectionTesting", package: "swift-injection")

let package = Package(
  name: "Greet",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(path: "../swift-injection")
  ],
  targets: [
    .target(name: "Users", dependencies: [injection]),
    .target(name: "UsersLive", dependencies: [injection, "Users"]),
    .executableTarget(name: "greet", dependencies: [injection, "Users", "UsersLive"]),
    .testTarget(name: "GreetTests", dependencies: [testing, "Users", "greet"]),
  ]
)
