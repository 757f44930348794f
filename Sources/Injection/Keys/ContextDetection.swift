extension InjectedContext {
  /// The context of this process, found once.
  static let detected = detect(environment: environmentValue, arguments: CommandLine.arguments)

  /// Finds the context from the environment and the arguments of a process.
  ///
  /// `INJECTION_CONTEXT` decides, where it is set. Otherwise Xcode says by an environment variable
  /// that it runs a preview, and a test runner shows in its own name or in what it sets.
  package static func detect(
    environment: (String) -> String?, arguments: [String]
  ) -> InjectedContext {
    if let wanted = environment("INJECTION_CONTEXT"), !wanted.isEmpty {
      guard let context = InjectedContext(rawValue: wanted) else {
        IssueReporter.unknownContext(wanted)
      }
      return context
    }
    if environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" { return .preview }
    return isTestRunner(environment: environment, arguments: arguments) ? .test : .live
  }

  /// Whether a test runner started this process, whatever `INJECTION_CONTEXT` says.
  package static let isOfTestRunner = isTestRunner(
    environment: environmentValue, arguments: CommandLine.arguments)

  private static func isTestRunner(
    environment: (String) -> String?, arguments: [String]
  ) -> Bool {
    let testVariables = [
      "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier",
    ]
    if testVariables.contains(where: { environment($0) != nil }) { return true }
    guard let program = arguments.first else { return false }
    let name = program.split { $0 == "/" || $0 == "\\" }.last ?? ""
    return
      name.hasSuffix(".xctest") || name.hasPrefix("swiftpm-testing-helper")
      || name == "xctest" || arguments.contains("--testing-library")
  }
}
