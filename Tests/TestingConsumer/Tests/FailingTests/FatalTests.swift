import Foundation
import Injection
import Testing

/// Ends the process, so that it runs by itself.
@Suite("Fatal", .enabled(if: ProcessInfo.processInfo.environment["CONSUMER_IS_FATAL"] != nil))
struct FatalTests {
  @Test func losesItsTest() async {
    await Task.detached { _ = injected { $0[CyclicKey.self] } }.value
  }
}

/// Is built from itself.
private enum CyclicKey: InjectedInterfaceKey {
  static var testValue: Int { injected { $0[CyclicKey.self] } }
}
