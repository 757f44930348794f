import Foundation
import ServiceComparison
import Testing

@Suite("The command line of compare")
struct CompareArgumentsTests {
  @Test("Without arguments it runs on the bundled data")
  func none() throws {
    #expect(try CompareArguments.parse([]) == .run(data: nil))
  }

  @Test("Either form of help asks for help", arguments: ["--help", "-h"])
  func help(_ option: String) throws {
    #expect(try CompareArguments.parse([option]) == .help)
    #expect(try CompareArguments.parse(["--data", "x", option]) == .help)
    #expect(CompareArguments.helpText.hasPrefix(CompareArguments.usage))
  }

  @Test(
    "Data with a scheme is an address",
    arguments: ["http://h/x", "https://h:8080/x?y", "HTTP://h/x", "file:///tmp/x", "ftp://h/x"])
  func addresses(_ text: String) throws {
    let expected = CompareArguments.run(data: URL(string: text))
    #expect(try CompareArguments.parse(["--data", text]) == expected)
    #expect(try CompareArguments.parse(["--data=\(text)"]) == expected)
  }

  @Test(
    "Data without a scheme is a path", arguments: ["x.json", "/tmp/a b.json", "-", "é://x", "a:b"])
  func paths(_ text: String) throws {
    let expected = CompareArguments.run(data: URL(fileURLWithPath: text))
    #expect(try CompareArguments.parse(["--data", text]) == expected)
    #expect(try CompareArguments.parse(["--data=\(text)"]) == expected)
  }

  @Test("A value may have an equals sign in it")
  func equalsSign() throws {
    #expect(
      try CompareArguments.parse(["--data=a=b"]) == .run(data: URL(fileURLWithPath: "a=b")))
  }

  @Test(
    "What has no meaning is named",
    arguments: [
      (["--bogus"], CompareUsageError.unknownOption("--bogus"), "unknown option '--bogus'"),
      (["-d"], .unknownOption("-d"), "unknown option '-d'"),
      (["--help=x"], .unknownOption("--help=x"), "unknown option '--help=x'"),
      (["x"], .unexpectedArgument("x"), "unexpected argument 'x'"),
      ([""], .unexpectedArgument(""), "unexpected argument ''"),
      (["--data"], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data="], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data", ""], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data", "--help"], .missingValue(option: "--data"), "option '--data' needs a value"),
      (["--data", "x", "--data=y"], .repeated(option: "--data"), "option '--data' is given twice"),
      (["--data", "http://[x"], .badAddress("http://[x"), "'http://[x' is not an address"),
      (["--a\nb"], .unknownOption("--a\nb"), "unknown option '--a b'"),
    ])
  func errors(arguments: [String], error: CompareUsageError, message: String) {
    #expect(throws: error) { try CompareArguments.parse(arguments) }
    #expect(error.description == message)
  }
}
