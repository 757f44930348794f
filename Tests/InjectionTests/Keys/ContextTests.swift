import Injection
import Testing

@Suite("Context: detected, and overridden")
struct ContextTests {
  @Test("Swift Testing runs in the test context")
  func detected() {
    #expect(injected(\.context) == .test)
  }

  @Test(
    "The environment decides before anything that is detected", arguments: InjectedContext.allCases)
  func environment(context: InjectedContext) {
    let found = InjectedContext.detect(
      environment: { $0 == "INJECTION_CONTEXT" ? context.rawValue : "1" }, arguments: ["a.xctest"])
    #expect(found == context)
  }

  @Test(
    "What starts the process tells the context",
    arguments: [
      (["/usr/bin/app"], [:], InjectedContext.live),
      ([], [:], .live),
      (["/build/PackageTests.xctest"], [:], .test),
      (["/build/swiftpm-testing-helper"], [:], .test),
      (["/build/AppTests-test-runner"], [:], .test),
      (["C:\\build\\AppTests-test-runner.exe"], [:], .test),
      (["C:\\build\\xctest.exe"], [:], .test),
      (["/usr/bin/app"], ["XCTestConfigurationFilePath": "a"], .test),
      (["/usr/bin/app"], ["XCODE_RUNNING_FOR_PREVIEWS": "1"], .preview),
      (["/usr/bin/app"], ["XCODE_RUNNING_FOR_PREVIEWS": "0"], .live),
      (["/usr/bin/app"], ["INJECTION_CONTEXT": ""], .live),
    ])
  func process(
    arguments: [String], environment: [String: String], expected: InjectedContext
  ) {
    #expect(
      InjectedContext.detect(environment: { environment[$0] }, arguments: arguments) == expected)
  }

  @Test("A program that is named as a test runner is none without XCTest")
  func named() {
    let found = InjectedContext.detect(
      environment: { _ in nil }, arguments: ["/usr/bin/load-test-runner"], linksXCTest: false)
    #expect(found == .live)
  }

  @Test("An unknown context is an error that lists the known ones")
  func unknown() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = InjectedContext.detect(environment: { _ in "production" }, arguments: [])
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("'production'"))
    #expect(output.contains("'live', 'preview' or 'test'"))
  }
}
