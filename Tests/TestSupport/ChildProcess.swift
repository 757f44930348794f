package import Foundation

/// Another program, run to its end.
package enum ChildProcess {
  package struct Output: Sendable {
    package var status: Int32
    package var output: String
    package var error: String
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  /// The test executable and what it was started with: the paths that build products lie near.
  private static let testExecutables: [URL] = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let named = CommandLine.arguments.filter { $0.hasPrefix("/") }
    return ([own, bundle?.bundleURL.path].compactMap { $0 } + named).map(URL.init(fileURLWithPath:))
  }()

  /// Finds a file by its path in the folder of the build's products, whichever build this is.
  ///
  /// - Throws: A ``Failure`` that says where it was looked for.
  package static func product(_ path: String) throws -> URL {
    for executable in testExecutables {
      var folder = executable.deletingLastPathComponent()
      while folder.path != "/" {
        let file = folder.appendingPathComponent(path)
        if FileManager.default.fileExists(atPath: file.path) { return file }
        folder.deleteLastPathComponent()
      }
    }
    throw Failure(description: "\(path) is in no folder above \(testExecutables.map(\.path))")
  }

  /// Finds a program in the folders of `PATH`.
  ///
  /// - Throws: A ``Failure`` that says where it was looked for.
  package static func tool(_ name: String) throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let candidate = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    throw Failure(description: "\(name) is in no folder of PATH: \(path)")
  }

  /// The environment of the tests, without what tells a container that it is in a test, and without
  /// a backtracer.
  ///
  /// A program that traps would start one, which inherits what tells the program's end and keeps it
  /// open for as long as it runs: under the thread sanitizer, for ever.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      !["INJECTION_", "XCTest", "SWIFT_TESTING"].contains { name.hasPrefix($0) }
    }.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }

  /// Runs a program whose output cannot be written, as on a disk that is full.
  package static func runOnFullDisk(_ executable: URL, _ arguments: [String]) async throws -> Output
  {
    try await run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"exec "$0" "$@" >/dev/full"#, executable.path] + arguments)
  }

  /// Runs a program, without blocking the thread meanwhile.
  package static func run(_ executable: URL, _ arguments: [String]) async throws -> Output {
    try await withTemporaryFolder { folder in
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      // Files take any amount of text; a pipe that nobody empties blocks the program.
      let output = folder.appendingPathComponent("output")
      let error = folder.appendingPathComponent("error")
      for file in [output, error] { try Data().write(to: file) }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: error)
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do {
          try process.run()
        } catch {
          process.terminationHandler = nil
          ended.resume(throwing: error)
        }
      }
      return Output(
        status: process.terminationStatus,
        output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
        error: String(decoding: try Data(contentsOf: error), as: UTF8.self))
    }
  }

  /// Runs `body` with a new folder, and removes it afterwards.
  package static func withTemporaryFolder<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("injection-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}
