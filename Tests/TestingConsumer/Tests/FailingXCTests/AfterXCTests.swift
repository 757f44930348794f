import Injection
import InjectionTesting
import Shop
import XCTest

/// A test that makes a mistake when it has come to its end, on its own thread.
final class AfterXCTests: InjectedTestCase {
  override func invokeTest() {
    super.invokeTest()
    _ = injected(\.rate)
  }

  func testIsToBlame() {}
}
