extension InjectedContext {
  /// The context of this process, found once.
  static let detected = detect(environment: environmentValue, arguments: CommandLine.arguments)

  /// Finds the context from the environment and the arguments of a process.
  ///
  /// `INJECTION_CONTEXT` decides, where it is set. Otherwise Xcode says by an environment variable
  /// that it runs a preview, and a test runner shows in its own name or in what it sets.
  package static func detect(
    environment: (String) -> String?, arguments: [String],
    linksXCTest: @autoclosure () -> Bool = linksXCTest
  ) -> InjectedContext {
    if let wanted = environment("INJECTION_CONTEXT"), !wanted.isEmpty {
      guard let context = InjectedContext(rawValue: wanted) else {
        IssueReporter.unknownContext(wanted)
      }
      return context
    }
    if environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" { return .preview }
    let isTest = isTestRunner(
      environment: environment, arguments: arguments, linksXCTest: linksXCTest())
    return isTest ? .test : .live
  }

  /// Whether a test runner started this process, whatever `INJECTION_CONTEXT` says.
  package static let isOfTestRunner = isTestRunner(
    environment: environmentValue, arguments: CommandLine.arguments, linksXCTest: linksXCTest)

  package static var linksXCTest: Bool { _typeByName("6XCTest0A4CaseC") != nil }

  private static func isTestRunner(
    environment: (String) -> String?, arguments: [String], linksXCTest: @autoclosure () -> Bool
  ) -> Bool {
    let testVariables = [
      "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier",
    ]
    if testVariables.contains(where: { environment($0) != nil }) { return true }
    guard let program = arguments.first else { return false }
    let file = program.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let name = file.hasSuffix(".exe") ? file.dropLast(4) : file
    return
      name.hasSuffix(".xctest") || name.hasPrefix("swiftpm-testing-helper")
      || name == "xctest" || arguments.contains("--testing-library")
      // Swift Build's runner of XCTest; a program of the user's may have such a name.
      || name.hasSuffix("-test-runner") && linksXCTest()
  }
}
