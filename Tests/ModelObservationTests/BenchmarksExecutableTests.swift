import Foundation
import TestSupport
import Testing

@Suite("The executable benchmarks")
struct BenchmarksExecutableTests {
  static let usage =
    "usage: benchmarks [--filter TEXT] [--samples N] [--format text|markdown|json] [--check] "
    + "[--list] [--help]"

  static func run(_ arguments: String...) async throws -> ChildProcess.Output {
    try await ChildProcess.run(ChildProcess.product("benchmarks"), arguments)
  }

  @Test("Help is printed on standard output", arguments: ["--help", "-h"])
  func help(_ option: String) async throws {
    let result = try await Self.run(option)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix(Self.usage + "\n"))
    #expect(result.error == "")
  }

  @Test("Output that is lost is an error")
  func lostOutput() async throws {
    let result = try await ChildProcess.runOnFullDisk(
      ChildProcess.product("benchmarks"), ["--list"])
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("benchmarks: cannot write standard output: "))
  }

  @Test("A list names what a filter leaves, and measures nothing")
  func list() async throws {
    let all = try await Self.run("--list")
    #expect(all.status == 0)
    let some = try await Self.run("--list", "--filter", "observation diamond")
    #expect(
      some.output.split(separator: "\n") == [
        "observation diamond (5 branches): plain", "observation diamond (5 branches): standard",
        "observation diamond (5 branches)",
        "observation diamond (5 branches), evaluations in 1,000 changes: plain",
        "observation diamond (5 branches), evaluations in 1,000 changes: standard",
        "observation diamond (5 branches), evaluations in 1,000 changes",
      ])
    #expect(all.output.contains(some.output.split(separator: "\n")[0]))
  }

  @Test("Every case that the observation filter is to print exists")
  func observationCases() async throws {
    let names = try await Self.run("--list", "--filter", "observation").output
      .split(separator: "\n").map(String.init)
    var wanted = [
      "read", "write", "+=", "create 5", "tracked read", "track and fire", "effect re-run",
    ]
    for width in [1, 10, 100] {
      for height in [1, 10, 100] { wanted.append("effects \(width)x\(height)") }
    }
    wanted += ["diamond", "broad", "deep", "dynamic", "memory", "allocations"]
    for name in wanted {
      let isThere = names.contains {
        $0.hasPrefix("observation \(name)") && !$0.contains(": standard") && !$0.contains(": plain")
      }
      #expect(isThere, "no case \(name)")
    }
  }

  @Test("Every cost that has a goal has a case, also those that only a filter runs")
  func containerCases() async throws {
    let names = try await Self.run("--list").output.split(separator: "\n").map(String.init)
    var wanted = [
      "container read: live default", "container read: overridden",
      "container read: by key, live default",
      "container read: by key, overridden", "container scope",
      "container scope, async",
      "container scope with 1,000 keys overridden", "container object of 5",
      "container memory of an injected property", "threads: read outside scopes",
      "threads: read overridden, a scope for each", "threads: read overridden, one scope",
      "container scope and first read of a default built from 3 others",
      "container builds of 4 in a scope inside one of 300 overrides",
      "container scope with 1,000 keys overridden, async",
      "server five services: in a scope", "server five services: in a session",
      "server 200 keys, 30 overridden, 5 rebuilt: in a scope",
      "build a consumer of Injection: clean release build",
      "build a consumer of Injection: key paths in its code, for literals of another module's",
    ]
    #if os(Linux)
      wanted += [
        "build a consumer of Injection: stripped static binary",
        "build a consumer of Injection: names of Foundation in its static binary",
      ]
    #endif
    for kind in ["the owner's override", "a default built from both branches"] {
      wanted += ["10", "100", "1000"].map {
        "container read in another branch with \($0) other keys, \(kind)"
      }
    }
    for kind in ["live default", "overridden"] {
      wanted += ["10", "100", "1000"].map { "container read with \($0) other keys, \(kind)" }
      wanted += ["1", "10", "100"].map { "container read at depth \($0), \(kind)" }
    }
    for name in wanted { #expect(names.contains(name), "no case \(name)") }
  }

  @Test(
    "What makes no sense is named on one line, and the usage is on the next",
    arguments: [
      (["--bogus"], "unknown option '--bogus'"),
      (["--bogus=1"], "unknown option '--bogus=1'"),
      (["observation"], "unexpected argument 'observation'"),
      (["--filter"], "option '--filter' needs a value"),
      (["--filter", "--list"], "option '--filter' needs a value"),
      (["--format", "xml"], "option '--format' takes text, markdown or json, not 'xml'"),
      (["--samples", "0"], "option '--samples' takes a number from 1, not '0'"),
      (["--samples=many"], "option '--samples' takes a number from 1, not 'many'"),
      (["--bo\ngus"], "unknown option '--bo gus'"),
      (["--samples", "1", "--samples=2"], "option '--samples' is given twice"),
      (["--check", "--check"], "option '--check' is given twice"),
      (["--list", "--format", "json"], "option '--format' does not go with '--list'"),
    ])
  func usageErrors(arguments: [String], message: String) async throws {
    let result = try await ChildProcess.run(ChildProcess.product("benchmarks"), arguments)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.error == "benchmarks: \(message)\n\(Self.usage)\n")
  }

  @Test("A filter that nothing matches is an error", arguments: [[], ["--list"]])
  func noMatch(list: [String]) async throws {
    let result = try await ChildProcess.run(
      ChildProcess.product("benchmarks"), list + ["--filter", "no such case"])
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error == "benchmarks: no case's name contains 'no such case'; see --list\n")
  }

  #if DEBUG
    @Test("A debug build refuses to measure, and says how to")
    func refusal() async throws {
      let result = try await Self.run("--filter", "observation", "--samples", "1")
      #expect(result.status == 1)
      #expect(result.output == "")
      #expect(result.error.contains("this is a debug build"))
      #expect(result.error.contains("swift run -c release benchmarks"))
    }
  #else
    @Test("A release build prints the case, its floor and its goal")
    func measures() async throws {
      let result = try await Self.run("--filter=observation dynamic", "--samples", "1")
      #expect(result.status == 0)
      #expect(result.error == "")
      #expect(result.output.hasPrefix("benchmarks: release build, 1 samples each"))
      #expect(result.output.contains("  observation dynamic (10 of 100 sources): standard"))
      #expect(result.output.contains("≤ ×1: met"))
    }

    @Test("JSON has a version, and the figures of each case")
    func json() async throws {
      struct Document: Decodable {
        struct Entry: Decodable {
          let name: String
          let unit: String
          let samples: [Double]
          let verdict: String?
        }
        let version: Int
        let results: [Entry]
      }
      let result = try await Self.run(
        "--filter", "observation allocations", "--samples", "2", "--format", "json")
      let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
      #expect(document.version == 1)
      let entry = try #require(document.results.first)
      #expect(entry.name.hasPrefix("observation allocations"))
      #expect(entry.unit == "allocations")
      #expect(entry.samples == [0])
      #expect(entry.verdict == "met")
    }

    @Test("A check of goals that are met exits with zero")
    func check() async throws {
      let result = try await Self.run(
        "--filter", "observation allocations", "--samples", "1", "--check", "--format=markdown")
      #expect(result.status == 0)
      #expect(result.output.contains("| what | median |"))
    }
  #endif
}
