internal import Foundation

/// What depending on `Injection` costs a package: the time to build it, and the size of its program.
///
/// Builds packages of its own in a temporary folder, with the toolchain that `swift` starts.
func registerBuildCosts(in benchmarks: inout Benchmarks) {
  let emptyTime = "build an empty package: clean release build"
  benchmarks.add(emptyTime, unit: .seconds, sampleLimit: 5) {
    secondsToBuild(.empty)
  }
  benchmarks.add(
    "build a consumer of Injection: clean release build", unit: .seconds, floor: emptyTime,
    goal: .plus(8), sampleLimit: 5
  ) { secondsToBuild(.consumer) }
  benchmarks.add(
    "build a consumer of Injection: key paths in its code, for literals of another module's",
    unit: .names, goal: .plus(0), sampleLimit: 1
  ) { Double(keyPaths(in: .accessors)) }
  #if os(Linux)
    let emptySize = "build an empty program: stripped static binary"
    benchmarks.add(emptySize, unit: .kibibytes, sampleLimit: 1) { staticSize(.empty) }
    let concurrentSize = "build a program with a task-local: stripped static binary"
    benchmarks.add(concurrentSize, unit: .kibibytes, floor: emptySize, sampleLimit: 1) {
      staticSize(.taskLocal)
    }
    benchmarks.add(
      "build a consumer of Injection: stripped static binary", unit: .kibibytes, floor: emptySize,
      sampleLimit: 1
    ) { staticSize(.consumer) }
    benchmarks.add(
      "build a consumer of Injection: stripped static binary, over a task-local's",
      unit: .kibibytes, floor: concurrentSize, goal: .plus(400), sampleLimit: 1
    ) { staticSize(.consumer) }
    benchmarks.add(
      "build a consumer of Injection: names of Foundation in its static binary", unit: .names,
      goal: .plus(0), sampleLimit: 1
    ) { Double(foundationNames(in: .consumer)) }
  #endif
}

/// The packages that are built.
private enum SamplePackage: String {
  case empty, taskLocal, consumer
  /// A program that reads through accessors of another module, one of which computes.
  case accessors

  /// A package of one program.
  var manifest: String {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let isConsumer = self == .consumer || self == .accessors
    let package = isConsumer ? ".package(name: \"swift-injection\", path: \"\(root.path())\")" : ""
    let product = isConsumer ? ".product(name: \"Injection\", package: \"swift-injection\")" : ""
    let services = self == .accessors ? "\"Services\", " : ""
    let target =
      self == .accessors ? ".target(name: \"Services\", dependencies: [\(product)]), " : ""
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "sample", platforms: [.macOS(.v15)], dependencies: [\(package)],
        targets: [
          \(target).executableTarget(name: "sample", dependencies: [\(services)\(product)]),
        ])
      """
  }

  /// The accessors' module.
  static let services = """
    public import Injection

    public enum NumberKey: InjectedKey {
      public static let liveValue = 1
    }

    extension InjectedValues {
      public var number: Int { self[NumberKey.self] }
      public var counter: Counter { Counter(number: number) }
    }

    public struct Counter: Sendable {
      public var number: Int
      public var next: Int { number + 1 }
    }

    """

  var program: String {
    switch self {
    case .accessors:
      """
      import Injection
      import Services

      final class Reader {
        @Injected(\\.number) var number
        @Injected(\\.counter.next) var next
      }

      @inline(never) func makeReader() -> Reader { Reader() }
      print(makeReader().number, makeReader().next, injected(\\.counter.next))

      """
    case .empty: "print(1)\n"
    case .taskLocal:
      """
      enum Local { @TaskLocal static var number = 1 }
      Local.$number.withValue(2) { print(Local.number) }

      """
    case .consumer:
      """
      import Injection

      enum NumberKey: InjectedKey {
        static let liveValue = 1
      }

      extension InjectedValues {
        var number: Int {
          get { self[NumberKey.self] }
          set { self[NumberKey.self] = newValue }
        }
      }

      withInjectedValues {
        $0.number = 2
      } operation: {
        print(injected(\\.number))
      }

      """
    }
  }

  /// Where it is built; written anew each time.
  func written() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "injection-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
      .appending(path: rawValue)
    let sources = folder.appending(path: "Sources/sample")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try manifest.write(
      to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    if self == .accessors {
      let services = folder.appending(path: "Sources/Services")
      try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
      try Self.services.write(
        to: services.appending(path: "Services.swift"), atomically: true, encoding: .utf8)
    }
    try program.write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
    return folder
  }
}

/// How long a build takes of which nothing is there but the manifests, read once.
private func secondsToBuild(_ package: SamplePackage) -> Double {
  inFolder(of: package) { folder in
    try run(["package", "resolve"], in: folder)
    let clock = ContinuousClock()
    return try clock.measure { try run(["build", "-c", "release"], in: folder) } / .seconds(1)
  }
}

/// The size in KiB of a program that needs no library of Swift beside it, without symbols.
private func staticSize(_ package: SamplePackage) -> Double {
  inFolder(of: package) { folder in
    try Double(staticBinary(in: folder, linking: ["-Xlinker", "-s"]).count) / 1_024
  }
}

/// How many of Foundation's mangled names a program that needs no library of Swift contains.
private func foundationNames(in package: SamplePackage) -> Int {
  inFolder(of: package) { count("$s10Foundation", in: try staticBinary(in: $0, linking: [])) }
}

/// How many key paths the program's own code makes when it runs.
private func keyPaths(in package: SamplePackage) -> Int {
  inFolder(of: package) { folder in
    let build = ["build", "-c", "release"]
    try run(build, in: folder)
    let objects = try products(of: build, in: folder).appending(path: "sample.build")
    let files = try FileManager.default.contentsOfDirectory(
      at: objects, includingPropertiesForKeys: nil)
    let code = files.filter { $0.pathExtension == "o" }
    guard !code.isEmpty else { throw ToolError(description: "no object files") }
    return try code.reduce(0) {
      try $0 + count("swift_getKeyPath", in: Data(contentsOf: $1))
    }
  }
}

private func count(_ name: String, in binary: Data) -> Int {
  let wanted = Data(name.utf8)
  var count = 0
  var rest = binary.startIndex..<binary.endIndex
  while let found = binary.range(of: wanted, in: rest) {
    count += 1
    rest = found.upperBound..<binary.endIndex
  }
  return count
}

private func staticBinary(in folder: URL, linking options: [String]) throws -> Data {
  let build = ["build", "-c", "release", "--static-swift-stdlib"] + options
  try run(build, in: folder)
  return try Data(contentsOf: products(of: build, in: folder).appending(path: "sample"))
}

/// Where a build has put what it made.
private func products(of build: [String], in folder: URL) throws -> URL {
  let path = try run(build + ["--show-bin-path"], in: folder)
  return URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines))
}

/// Runs a body with the package's folder, which is removed afterwards.
private func inFolder<R>(of package: SamplePackage, _ body: (URL) throws -> R) -> R {
  do {
    let folder = try package.written()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  } catch {
    fail(with: "the package '\(package.rawValue)' cannot be built: \(error)", status: 1)
  }
}

/// What `swift` has printed that did not end with zero.
private struct ToolError: Error, CustomStringConvertible {
  let description: String
}

/// Runs `swift`; gives what it prints.
@discardableResult
private func run(_ arguments: [String], in folder: URL) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["swift"] + arguments
  process.currentDirectoryURL = folder
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.contains("error:") } ?? lines.last ?? "no output"
    throw ToolError(description: String(line))
  }
  return text
}
