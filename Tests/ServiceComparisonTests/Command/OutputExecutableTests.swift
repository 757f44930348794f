import Foundation
import ServiceComparison
import TestSupport
import Testing

@Suite("What the executable compare writes, and where to")
struct OutputExecutableTests {
  private static let json = #"{"items": []}"#

  /// A folder with a file of data, and other paths to it.
  private static func withData<R>(_ body: (URL) async throws -> R) async throws -> R {
    try await ChildProcess.withTemporaryFolder { folder in
      let data = folder.appendingPathComponent("data.json")
      let manager = FileManager.default
      try Data(json.utf8).write(to: data)
      try manager.createDirectory(
        at: folder.appendingPathComponent("sub"), withIntermediateDirectories: false)
      try manager.createSymbolicLink(
        atPath: folder.appendingPathComponent("link.json").path, withDestinationPath: "data.json")
      try manager.createSymbolicLink(
        atPath: folder.appendingPathComponent("same").path, withDestinationPath: ".")
      try manager.linkItem(at: data, to: folder.appendingPathComponent("hard.json"))
      return try await body(folder)
    }
  }

  @Test(
    "A file that is read is not written over, by whatever path",
    arguments: ["data.json", "./sub/../data.json", "link.json", "same/data.json", "hard.json"],
    ["--output", "--graph"])
  func data(path: String, option: String) async throws {
    try await Self.withData { folder in
      let data = folder.appendingPathComponent("data.json")
      for address in [data.path, data.absoluteString] {
        let result = try await CompareProcess.run(
          "--only=scope", "--data", address, option, "\(folder.path)/\(path)")
        #expect(result.status == CompareUsageError.exitStatus)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("compare: '--data' and '\(option)' both name '"))
        #expect(result.errorLines.count == 1)
      }
      #expect(try String(contentsOf: data, encoding: .utf8) == Self.json)
    }
  }

  @Test("A report and a graph are not written to one file, also where it is not there yet")
  func reportAndGraph() async throws {
    try await Self.withData { folder in
      let result = try await CompareProcess.run(
        "--only=scope", "--output=\(folder.path)/new.dot", "--graph=\(folder.path)/same/new.dot")
      #expect(result.status == CompareUsageError.exitStatus)
      #expect(result.error.hasPrefix("compare: '--output' and '--graph' both name '"))
    }
  }

  @Test("A plan is not written over one of the files that it is made of")
  func inventory() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let code = "import SwiftUI\n@EnvironmentObject var model: Model\n"
      let file = folder.appendingPathComponent("A.swift")
      try Data(code.utf8).write(to: file)
      let result = try await CompareProcess.run(
        "--inventory", folder.path, "--output", "\(folder.path)/./A.swift")
      #expect(result.status == CompareUsageError.exitStatus)
      #expect(result.error.hasPrefix("compare: a plan is not written over a file of Swift, as '"))
      #expect(result.errorLines.count == 1)
      #expect(try String(contentsOf: file, encoding: .utf8) == code)
      let beside = folder.appendingPathComponent("plan.md")
      let plan = try await CompareProcess.run(
        "--inventory", folder.path, "--output", beside.path)
      #expect(plan.status == 0)
      #expect(try String(contentsOf: beside, encoding: .utf8).contains("Model"))
    }
  }

  @Test(
    "A plan is not written over one of the files that it is made of by another of its names",
    arguments: ["plan.md", "link.md", "Sources/plan.md", "same/plan.md"])
  func inventoryByOtherName(path: String) async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let manager = FileManager.default
      let code = "import SwiftUI\n@EnvironmentObject var model: Model\n"
      let inner = folder.appendingPathComponent("Sources/Inner")
      try manager.createDirectory(at: inner, withIntermediateDirectories: true)
      let (a, b) = (
        folder.appendingPathComponent("Sources/A.swift"), inner.appendingPathComponent("B.swift")
      )
      for file in [a, b] { try Data(code.utf8).write(to: file) }
      try manager.linkItem(at: b, to: folder.appendingPathComponent("plan.md"))
      try manager.linkItem(at: a, to: folder.appendingPathComponent("Sources/plan.md"))
      for (link, target) in [("link.md", "plan.md"), ("same", ".")] {
        try manager.createSymbolicLink(
          atPath: folder.appendingPathComponent(link).path, withDestinationPath: target)
      }
      let output = "\(folder.path)/\(path)"
      let result = try await CompareProcess.run(
        "--inventory", "\(folder.path)/Sources", "--output", output)
      #expect(result.status == CompareUsageError.exitStatus)
      #expect(result.output == "")
      #expect(
        result.error.hasPrefix(
          "compare: a plan is not written over a file of Swift, as '\(output)' is"))
      #expect(result.errorLines.count == 1)
      for file in [a, b] { #expect(try String(contentsOf: file, encoding: .utf8) == code) }
    }
  }

  @Test(
    "Where nobody reads the output, an error is one line with the reason, and the status is 1",
    arguments: [["--help"], ["--list"], ["--only=scope"]])
  func brokenPipe(_ arguments: [String]) async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      // The program begins when its reader has gone: the other end of the pipe is closed.
      let script = #"""
        mkfifo "$0/pipe" && exec 3<>"$0/pipe" 4>"$0/pipe" && exec 3<&- && exec "$@" >&4
        """#
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", script, folder.path, CompareProcess.executable().path] + arguments)
      #expect(result.status == 1)
      #expect(result.error == "compare: cannot write standard output: broken pipe\n")
    }
  }

  @Test("Output that is lost has the system's reason, not a number")
  func fullDisk() async throws {
    let result = try await ChildProcess.runOnFullDisk(CompareProcess.executable(), ["--help"])
    #expect(result.status == 1)
    #expect(
      result.error == "compare: cannot write standard output: no space left on device\n")
  }

  @Test("Where standard error is closed, nothing of it goes into the report's file")
  func closedError() async throws {
    try await withTemporaryFile("old") { file in
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: "/bin/sh"),
        [
          "-c", #"exec "$0" "$@" 2>&-"#, CompareProcess.executable().path, "--data=/nowhere",
          "--output", file.path,
        ])
      #expect(result.status == 1)
      #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    }
  }

  @Test(
    "A file that standard output or error is redirected to keeps what others write there",
    arguments: [
      (path: "/dev/stdout", redirection: ">>"), ("/dev/stdout", ">"), ("log", ">>"),
      ("/dev/stderr", "2>"),
    ])
  func redirected(path: String, redirection: String) async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let log = folder.appendingPathComponent("log")
      try Data("before\n".utf8).write(to: log)
      let stream = redirection == "2>" ? 2 : 1
      let script = """
        cd "$0" && { echo first >&\(stream); "$@"; echo last >&\(stream); } \(redirection)log
        """
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: "/bin/sh"),
        [
          "-c", script, folder.path, CompareProcess.executable().path, "--only=scope",
          "--format=json", "--output", path,
        ])
      #expect(result.status == 0)
      let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      let before = redirection == ">>" ? ["before", "first"] : ["first"]
      #expect(lines.prefix(before.count).map(String.init) == before)
      #expect(lines.last == "last" || lines.last == "}last")
      #expect(lines.contains { $0.contains("\"version\"") })
    }
  }

  @Test("A run that fails makes no file where a link points to none")
  func failedRun() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let link = folder.appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "new")
      let result = try await CompareProcess.run("--data=/nowhere", "--output", link.path)
      #expect(result.status == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["link"])
    }
  }

  @Test(
    "A folder is no file", arguments: ["--output", "--graph"])
  func folder(option: String) async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.dot")
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
      let result = try await CompareProcess.run("--only=scope", option, path.path)
      #expect(result.status == 1)
      #expect(result.error == "compare: cannot write \(path.path): is a directory\n")
      let new = folder.appendingPathComponent("new.dot").path
      let named = try await CompareProcess.run("--only=scope", option, new + "/")
      #expect(named.error == "compare: cannot write \(new): is a directory\n")
      #expect(!FileManager.default.fileExists(atPath: new))
    }
  }
}
