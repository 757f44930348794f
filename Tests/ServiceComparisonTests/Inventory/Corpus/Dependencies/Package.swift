// swift-format-ignore-file
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Bakery",
  dependencies: [.package(url: "https://example.org/dependencies", from: "1.0.0")],
  targets: [.target(name: "Bakery", dependencies: [.product(name: "Dependencies", package: "d")])])
