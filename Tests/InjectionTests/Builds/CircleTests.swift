import Foundation
import Injection
import TestSupport
import Testing

/// Waits that would close a circle, though the keys form no cycle for any of the readers.
@Suite("Rule 3: whoever would close a circle of waits builds for itself")
struct CircleTests {
  @Test("Three threads whose waits would close a circle that is no cycle go on")
  func threeThreads() async {
    // In a process of its own, since what would fail is that the process ends, or hangs.
    await #expect(processExitsWith: .success) {
      for round in 0..<2_000 {
        let values = InjectedValues.current.overriding {
          $0[CircleRoundKey.self] = round
          $0[CircleMeetingKey.self] = Counter()
        }
        let turns = Counter()
        let texts = await readInThreads(3) {
          switch turns.increment() {
          case 1:
            values.overriding { $0[CircleFlagKey.self] = true }.run {
              injected { $0[CircleFirstKey.self] }
            }
            .text
          case 2:
            values.overriding { $0[CircleFlagKey.self] = true }.run {
              injected { $0[CircleSecondKey.self] }
            }
            .text
          default: values.run { injected { $0[CircleThirdKey.self] } }.text
          }
        }
        precondition(texts.allSatisfy { $0.hasSuffix("of \(round)") })
      }
    }
  }

  @Test(
    "A task that was started in a build reads on after it, in the scope that keeps the instance")
  func taskOfBuild() async {
    let gate = Gate()
    let starter = withInjectedValues {
      $0[CircleRoundKey.self] = 7
      $0[CircleGateKey.self] = gate
    } operation: {
      injected { $0[CircleStarterKey.self] }
    }
    gate.open()
    #expect(await starter.task.value == 7)
  }

  @Test(
    "A thread that ends a build inside another is still waited for, for the one around",
    .timeLimit(.minutes(10)))
  func innerBuildEnds() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = await onThread { injected { $0[CircleAroundKey.self] } }
    }
    #expect(result.report.contains("CircleBackKey"))
    #expect(result.report.contains("cycle"))
  }
}

/// Built from the second one where the flag is set, which it reads late.
private final class First: Sendable {
  let text: String

  init() {
    injected { $0[CircleMeetingKey.self] }.meet(3)
    let round = injected { $0[CircleRoundKey.self] }
    text =
      injected { $0[CircleFlagKey.self] }
      ? "first, \(injected { $0[CircleSecondKey.self] }.text)" : "first of \(round)"
  }
}

private final class Second: Sendable {
  let text: String

  init() {
    injected { $0[CircleMeetingKey.self] }.meet(3)
    text = "second, \(injected { $0[CircleThirdKey.self] }.text)"
  }
}

/// Built from the first one where the flag is not set, at which it only peeks.
private final class Third: Sendable {
  let text: String

  init() {
    injected { $0[CircleMeetingKey.self] }.meet(3)
    let round = injected { $0[CircleRoundKey.self] }
    text =
      InjectedValues.peek { $0[CircleFlagKey.self] }
      ? "third of \(round)" : "third, \(injected { $0[CircleFirstKey.self] }.text)"
  }
}

extension Counter {
  /// Waits until as many have come; not for long, since not all do each time.
  fileprivate func meet(_ count: Int) {
    increment()
    for _ in 0..<20_000 where value < count {}
  }
}

private final class Starter: Sendable {
  let task: Task<Int, Never>

  init() {
    let gate = injected { $0[CircleGateKey.self] }
    task = Task {
      await gate.wait()
      return injected { $0[CircleRoundKey.self] }
    }
  }
}

private enum CircleRoundKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
private enum CircleFlagKey: InjectedInterfaceKey { static var testValue: Bool { false } }
private enum CircleMeetingKey: InjectedInterfaceKey { static var testValue: Counter { Counter() } }
private enum CircleGateKey: InjectedInterfaceKey { static var testValue: Gate { Gate() } }
private enum CircleFirstKey: InjectedInterfaceKey { static var testValue: First { First() } }
private enum CircleSecondKey: InjectedInterfaceKey { static var testValue: Second { Second() } }
private enum CircleThirdKey: InjectedInterfaceKey { static var testValue: Third { Third() } }
private enum CircleStarterKey: InjectedInterfaceKey { static var testValue: Starter { Starter() } }

/// Is read by another thread while a part of it is built, and then reads what that thread builds.
private enum CircleAroundKey: InjectedInterfaceKey {
  static var testValue: Int {
    injected { $0[CirclePartKey.self] } + injected { $0[CircleBackKey.self] }
  }
}

private enum CirclePartKey: InjectedInterfaceKey {
  static var testValue: Int {
    Thread { _ = injected { $0[CircleBackKey.self] } }.start()
    // By the end, the thread waits for the key around, as far as can be told: nothing is to be seen of that.
    while CircleBackKey.began.value == 0 { sched_yield() }
    for _ in 0..<100_000 { sched_yield() }
    return 1
  }
}

private enum CircleBackKey: InjectedInterfaceKey {
  static let began = Counter()

  static var testValue: Int {
    began.increment()
    return injected { $0[CircleAroundKey.self] }
  }
}
