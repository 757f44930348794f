import Foundation
import ServiceComparison
import TestSupport
import Testing

@Suite("The executable compare")
struct CompareExecutableTests {
  private typealias Place = ScopeReport.Place

  @Test("It prints what each place saw of the bundled data")
  func bundledData() async throws {
    let result = try await CompareProcess.run()
    #expect(result.status == 0)
    #expect(result.error == "")
    let list = try JSONDecoder().decode(
      LandmarkListApiResponse.self, from: BundledResource.landmarks.data
    ).list
    let count = list.landmarks.count
    let southern = list.landmarks.filter { $0.coordinate.latitude < 0 }.count
    #expect(
      result.output.hasPrefix(
        "The live service loaded \(count) landmarks from bundle:///landmarks.json.\n"))
    #expect(result.rows.count == 7)

    for place in [Place.outside, Place.detached, Place.after] {
      let row = try #require(result.row(at: place))
      #expect(row["user service"] == "LiveUserService")
      #expect(row["loaded"] == "\(count)")
      #expect(row["first"] == list.landmarks.first?.name)
      #expect(row["requests"] == "2 from bundle")
    }
    for place in [Place.inside, Place.child] {
      let row = try #require(result.row(at: place))
      #expect(row["user service"] == "MockUserService")
      #expect(row["user"] == "Preview User")
      #expect(row["loaded"] == "3")
      #expect(row["requests"] == "none")
    }
    #expect(result.row(at: Place.child)?["landmark store"] == #"that of "in the scope""#)
    #expect(result.row(at: Place.detached)?["landmark store"] == #"that of "no override""#)
    #expect(result.row(at: Place.after)?["landmark store"] == #"that of "no override""#)
    #expect(result.row(at: Place.north)?["loaded"] == "\(count - southern)")
    #expect(result.row(at: Place.south)?["loaded"] == "\(southern)")
  }

  @Test(
    "Output that is lost is an error", arguments: [[], ["--help"], ["--list"]])
  func lostOutput(_ arguments: [String]) async throws {
    let result = try await ChildProcess.runOnFullDisk(CompareProcess.executable(), arguments)
    #expect(result.status == 1)
    #expect(result.error.contains("compare: cannot write standard output: "))
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test("Where standard error is closed or full, an error has its status all the same")
  func lostError() async throws {
    for ending in ["2>&-", "2>/dev/full"] {
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", #"exec "$0" --bogus "# + ending, CompareProcess.executable().path])
      #expect(result.status == 64)
    }
  }

  @Test("A terminal may say that it has any number of columns")
  func columns() async throws {
    let result = try await CompareProcess.run(["--only", "read-detached"], columns: .max)
    #expect(result.status == 0)
    #expect(result.output.contains("read-detached"))
  }

  @Test("A compiler that compiles nothing gives no verdict, but the reason")
  func brokenCompiler() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let compiler = folder.appendingPathComponent("swiftc")
      try Data("#!/bin/sh\necho 'error: no space left on device'\nexit 1\n".utf8)
        .write(to: compiler)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler.path)
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        [
          "PATH=\(folder.path):/usr/bin:/bin", CompareProcess.executable().path, "--only",
          "compile-time", "--format", "markdown",
        ])
      #expect(result.status == 0)
      #expect(result.output.contains("not run: swiftc failed: error: no space left on device"))
      #expect(result.output.contains("not run here"))
      #expect(!result.output.contains("neither does"))
    }
  }

  @Test("It reads a file that is named, and says what it left out")
  func file() async throws {
    let json = #"""
      {"items": [
        {"id": "a", "name": "A", "category": "nature", "country": "N", "latitude": 1,
         "longitude": 2},
        {"id": "b", "name": "B", "category": "other", "country": "N", "latitude": 1,
         "longitude": 2}
      ]}
      """#
    try await withTemporaryFile(json) { file in
      let result = try await CompareProcess.run("--data", file.path)
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("The live service loaded 1 landmark from \(file.path).\n"))
      #expect(result.output.contains("\nLeft out: items[1] \"b\": unknown category \"other\".\n"))
      let row = try #require(result.row(at: Place.outside))
      #expect(row["first"] == "A")
      #expect(row["requests"] == "1 from bundle, 1 from file")
    }
  }

  @Test("It reads an address over HTTP, each time that a live service is asked")
  func address() async throws {
    let data = BundledResource.landmarks.data
    try await LoopbackServer.run(["/landmarks": .init(body: data)]) { server in
      let address = server.baseURL.appendingPathComponent("landmarks").absoluteString
      let result = try await CompareProcess.run("--data=\(address)")
      #expect(result.status == 0)
      #expect(result.error == "")
      // The first load, and one in each of the three places that no override reaches.
      #expect(server.requestCount == 4)
      let row = try #require(result.row(at: Place.detached))
      #expect(row["requests"] == "1 from bundle, 1 from \(server.baseURL.absoluteString)")
    }
  }

  @Test("A missing file is one line on standard error")
  func missingFile() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    let result = try await CompareProcess.run("--data", path)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error == "compare: there is no file \(path)\n")
  }

  @Test(
    "A malformed file is one line on standard error",
    arguments: [
      ("{", "it is not JSON"), (#"{"items": [{"id": 1}]}"#, "at items[0].id: it is not a string"),
      (#"{"places": []}"#, "at items: it is missing"), ("", "it is not JSON"),
    ])
  func malformedFile(text: String, reason: String) async throws {
    try await withTemporaryFile(text) { file in
      let result = try await CompareProcess.run("--data", file.path)
      #expect(result.status == 1)
      #expect(result.output == "")
      #expect(result.errorLines.count == 1)
      #expect(result.error.hasPrefix("compare: \(file.path) is malformed"))
      #expect(result.error.contains(reason))
    }
  }

  @Test("A server's error is one line on standard error")
  func serverError() async throws {
    try await LoopbackServer.run([:]) { server in
      let address = server.baseURL.appendingPathComponent("landmarks").absoluteString
      let result = try await CompareProcess.run("--data", address)
      #expect(result.status == 1)
      #expect(result.output == "")
      #expect(result.error == "compare: \(address) answered with status 404\n")
    }
  }

  @Test("Help is printed on standard output", arguments: ["--help", "-h"])
  func help(_ option: String) async throws {
    let result = try await CompareProcess.run(option)
    #expect(result.status == 0)
    #expect(result.output == CompareArguments.helpText + "\n")
    #expect(result.error == "")
  }

  @Test(
    "What has no meaning is named on one line",
    arguments: [
      ["--bogus"], ["x"], ["--format", "pdf"], ["--format"], ["--only", "nothing"], ["--only="],
      ["--graph", "graph.png"], ["--data", "http://[x"], ["--list=x"], ["--a\nb"], ["-"], [""],
      ["--output", "a", "--output", "b"],
    ])
  func usage(arguments: [String]) async throws {
    let result = try await CompareProcess.run(arguments)
    #expect(result.status == CompareUsageError.exitStatus)
    #expect(result.output == "")
    let error = #expect(throws: CompareUsageError.self) { try CompareArguments.parse(arguments) }
    #expect(
      result.error == "compare: \(try #require(error)); 'compare --help' says more\n")
    #expect(result.errorLines.count == 1)
  }

  @Test("The graph is written in the format of the extension, with a box for each scope")
  func graph() async throws {
    for (suffix, marks) in [
      ("json", ["\"title\" : \"the process\""]),
      ("mmd", ["flowchart LR\n", "subgraph s1[\"a scope with an override, at "]),
      ("dot", ["digraph services {\n", "subgraph cluster_s2 {\n    label=\"a session, at "]),
    ] {
      try await withTemporaryFile("") { file in
        let graph = file.appendingPathExtension(suffix)
        defer { try? FileManager.default.removeItem(at: graph) }
        let result = try await CompareProcess.run("--graph", graph.path, "--only", "scope")
        #expect(result.status == 0)
        let text = try String(contentsOf: graph, encoding: .utf8)
        for mark in marks { #expect(text.contains(mark), "\(text)") }
        guard suffix == "json" else { return }
        let object = try #require(
          JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: String]]])
        #expect(object["scopes"]?.count == 3)
        let process = (object["nodes"] ?? []).filter { $0["owner"] == "s0" }
        #expect(process.count == 7)
        #expect(Set(process.compactMap { $0["reason"] }) == ["built once, for all who read it"])
      }
    }
  }
}
