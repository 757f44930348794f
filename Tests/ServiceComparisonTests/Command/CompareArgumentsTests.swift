import Foundation
import ServiceComparison
import Testing

@Suite("The command line of compare")
struct CompareArgumentsTests {
  @Test("Without arguments it runs on the bundled data")
  func none() throws {
    #expect(try CompareArguments.parse([]) == .run(.init()))
  }

  @Test("Either form of help asks for help", arguments: ["--help", "-h"])
  func help(_ option: String) throws {
    #expect(try CompareArguments.parse([option]) == .help)
    #expect(try CompareArguments.parse(["--data", "x", option]) == .help)
    #expect(CompareArguments.helpText.hasPrefix(CompareArguments.usage))
  }

  @Test(
    "Data with a scheme is an address",
    arguments: ["http://h/x", "https://h:8080/x?y", "HTTP://h/x", "file:///folder/x", "ftp://h/x"])
  func addresses(_ text: String) throws {
    let expected = CompareArguments.run(.init(data: URL(string: text)))
    #expect(try CompareArguments.parse(["--data", text]) == expected)
    #expect(try CompareArguments.parse(["--data=\(text)"]) == expected)
  }

  @Test(
    "Data without a scheme is a path",
    arguments: ["x.json", "/folder/a b.json", "-", "é://x", "a:b"])
  func paths(_ text: String) throws {
    let expected = CompareArguments.run(.init(data: URL(fileURLWithPath: text)))
    #expect(try CompareArguments.parse(["--data", text]) == expected)
    #expect(try CompareArguments.parse(["--data=\(text)"]) == expected)
  }

  @Test("A value may have an equals sign in it")
  func equalsSign() throws {
    #expect(
      try CompareArguments.parse(["--data=a=b"]) == .run(.init(data: URL(fileURLWithPath: "a=b"))))
  }

  @Test(
    "A graph file has the format of its extension",
    arguments: [
      ("g.mmd", GraphFile.Format.mermaid), ("g.mermaid", .mermaid), ("a.b/g.DOT", .dot),
      ("g.json", .json),
    ])
  func graph(path: String, format: GraphFile.Format) throws {
    let file = try #require(GraphFile(path: path))
    #expect(file.format == format)
    #expect(try CompareArguments.parse(["--graph", path]) == .run(.init(graph: file)))
    #expect(try CompareArguments.parse(["--graph=\(path)"]) == .run(.init(graph: file)))
  }

  @Test("Formats, rows and a file are taken, in any order")
  func report() throws {
    var run = CompareArguments.Run()
    run.format = .json
    run.only = ["previews", "scope"]
    run.output = URL(fileURLWithPath: "x")
    #expect(
      try CompareArguments.parse([
        "--only", "previews", "--format=json", "--output", "x", "--only=scope",
      ]) == .run(run))
    #expect(run.probes.map(\.id) == ["scope", "previews"])
    #expect(CompareArguments.Run().probes.count == Probe.all.count)
    #expect(try CompareArguments.parse(["--list"]) == .list(.text))
    #expect(try CompareArguments.parse(["--format=json", "--list"]) == .list(.json))
  }

  @Test("An inventory has a folder, a format and a file")
  func inventory() throws {
    let arguments = ["--inventory", "App", "--format=json", "--output", "x"]
    let run = CompareArguments.InventoryRun(
      folder: URL(fileURLWithPath: "App"), format: .json, output: URL(fileURLWithPath: "x"))
    #expect(try CompareArguments.parse(arguments) == .inventory(run))
  }

  @Test(
    "What has no meaning is named",
    arguments: [
      (["--bogus"], CompareUsageError.unknownOption("--bogus"), "unknown option '--bogus'"),
      (["-d"], .unknownOption("-d"), "unknown option '-d'"),
      (
        ["--help=x"], .unknownOption("--help=x"),
        "unknown option '--help=x'; did you mean '--help'?"
      ),
      (["x"], .unexpectedArgument("x"), "unexpected argument 'x'"),
      ([""], .unexpectedArgument(""), "unexpected argument ''"),
      (["--data"], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data="], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data", ""], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data", "--help"], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data", "x", "--data=y"], .repeated(option: "--data"), "option '--data' is given twice"),
      (["--data", "http://[x"], .badAddress("http://[x"), "'http://[x' is not an address"),
      (
        ["--format", "pdf"], .unknownFormat("pdf"),
        "'pdf' is no format: it takes text, markdown, json or html"
      ),
      (["--format"], .missingValue(option: "--format"), "option '--format' needs a value"),
      (
        ["--only", "nothing"], .unknownRow("nothing"),
        "there is no row 'nothing': --list prints their names"
      ),
      (
        ["--only", "read-modle"], .unknownRow("read-modle"),
        "there is no row 'read-modle': --list prints their names; did you mean 'read-model'?"
      ),
      (
        ["--only=growth"], .unknownRow("growth"),
        "there is no row 'growth': --list prints their names; did you mean 'growth-read-keys'?"
      ),
      (
        ["--fromat"], .unknownOption("--fromat"),
        "unknown option '--fromat'; did you mean '--format'?"
      ),
      (
        ["--format", "jsno"], .unknownFormat("jsno"),
        "'jsno' is no format: it takes text, markdown, json or html; did you mean 'json'?"
      ),
      (
        ["--list", "--format", "html"], .noListFormat("html"),
        "a list is not written as html: it takes text or json"
      ),
      (
        ["--list", "--only", "scope"], .notForList(option: "--only"),
        "option '--only' does not go with '--list'"
      ),
      (
        ["--list=x"], .unknownOption("--list=x"),
        "unknown option '--list=x'; did you mean '--list'?"
      ),
      (
        ["--inventory", "x", "--list"], .notForInventory(option: "--list"),
        "option '--list' does not go with '--inventory'"
      ),
      (
        ["--inventory", "x", "--only=scope"], .notForInventory(option: "--only"),
        "option '--only' does not go with '--inventory'"
      ),
      (
        ["--inventory", "x", "--format=html"], .noInventoryFormat("html"),
        "an inventory is not written as html: it takes text, markdown or json"
      ),
      (["--graph"], .missingValue(option: "--graph"), "option '--graph' needs a value"),
      (
        ["--graph", "a.dot", "--graph=b.dot"], .repeated(option: "--graph"),
        "option '--graph' is given twice"
      ),
      (
        ["--graph", "a.json", "--output=./a.json"],
        .sameFile(
          URL(fileURLWithPath: "a.json").standardizedFileURL.displayText,
          options: ["--output", "--graph"]),
        "'--output' and '--graph' both name '"
          + URL(fileURLWithPath: "a.json").standardizedFileURL.displayText + "'"
      ),
      (
        ["--graph", "a.png"], .unknownGraphFormat("a.png"),
        "'a.png' names no graph format: it takes .mmd, .mermaid, .dot or .json"
      ),
      (["--a\nb"], .unknownOption("--a\nb"), "unknown option '--a b'"),
    ])
  func errors(arguments: [String], error: CompareUsageError, message: String) {
    #expect(throws: error) { try CompareArguments.parse(arguments) }
    #expect(error.description == message)
  }
}
