// swift-format-ignore-file
// What XCTest's interface declares of what InjectionTesting uses: Apple's, and that of other systems.
public import Foundation

open class XCTestRun: NSObject {
  open var hasBeenSkipped: Bool { fatalError() }
  open var failureCount: Int { fatalError() }
  open var unexpectedExceptionCount: Int { fatalError() }
  open var stopDate: Date? { fatalError() }
}

open class XCTest: NSObject {
  open var name: String { fatalError() }
  open var testRun: XCTestRun? { fatalError() }
}

open class XCTestCase: XCTest {
  open var continueAfterFailure: Bool { get { fatalError() } set {} }
  open func invokeTest() {}
  #if canImport(Darwin)
    open func record(_ issue: XCTIssue) {}
  #else
    open func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {}
  #endif
}

#if canImport(Darwin)
  public struct XCTSourceCodeLocation {
    public init(filePath: String, lineNumber: Int) {}
  }
  public struct XCTSourceCodeContext {
    public init() {}
    public init(location: XCTSourceCodeLocation?) {}
  }
  public struct XCTIssue {
    public enum IssueType { case assertionFailure }
    public init(
      type: IssueType, compactDescription: String, detailedDescription: String? = nil,
      sourceCodeContext: XCTSourceCodeContext = .init()
    ) {}
  }
#endif

public protocol XCTestObservation: AnyObject {
  func testCaseWillStart(_ testCase: XCTestCase)
  func testCaseDidFinish(_ testCase: XCTestCase)
}

open class XCTestObservationCenter: NSObject {
  open class var shared: XCTestObservationCenter { fatalError() }
  open func addTestObserver(_ observer: any XCTestObservation) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
