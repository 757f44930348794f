import Dispatch
import Foundation
import Injection
import TestSupport
import Testing

@Suite("Traces: each read, in order, and what it gave")
struct TraceTests {
  @Test("A trace tells what was overridden, what was built and what was found, in order")
  func order() async {
    let line = #line + 2
    let log = Log()
    withInjectedValues {
      $0.number = 3
    } operation: {
      InjectedValues.trace {
        _ = injected(\.tracedTotal)
        _ = injected(\.tracedTotal)
        _ = injected(\.number)
      } to: {
        log.add($0)
      }
    }
    let place = "InjectionTests/TraceTests.swift:\(line)"
    #expect(
      log.lines == [
        "number → NumberKey: override at \(place)",
        "tracedTotal → TracedTotalKey: default, built, kept by the scope of \(place)",
        "tracedTotal → TracedTotalKey: default, found, kept by the scope of \(place)",
        "number → NumberKey: override at \(place)",
      ])
    let later = Log()
    await InjectedValues.trace {
      await Task.yield()
      await Task { _ = injected(\.number) }.value
    } to: {
      later.add($0)
    }
    #expect(later.lines.count == 1)
    #expect(later.lines.first?.hasPrefix("number → NumberKey: default") == true)
  }

  @Test("Outside tests, each read in a scope inside the trace is told as well")
  func outsideTests() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      InjectedValues.trace {
        withInjectedValues {
          $0.number = 3
        } operation: {
          for _ in 0..<3 { _ = injected(\.tracedTotal) }
        }
      } to: {
        log.add($0)
      }
      precondition(log.lines.filter { $0.contains("TracedTotalKey") }.count == 3)
    }
  }

  @Test("Each element of a collection is told as built, or found")
  func elements() {
    let log = Log()
    withInjectedValues {
      $0.contribute(EngineListKey.self) { 1 }
      $0.contribute(EngineListKey.self) { 2 }
    } operation: {
      InjectedValues.trace {
        _ = injected { $0[EngineListKey.self] }
      } to: {
        log.add($0)
      }
    }
    #expect(log.lines.count >= 2)
    #expect(log.lines.allSatisfy { !$0.contains("found") })
  }

  @Test("What somebody else has built meanwhile, or a peek has, is found")
  func builtByOthers() async {
    for isPeek in [false, true] {
      let log = Log()
      await withInjectedValues {
        $0.number = 3
      } operation: {
        let values = InjectedValues.current
        await InjectedValues.trace {
          if isPeek { _ = InjectedValues.peek(\.tracedTotal) }
          _ = await Task.detached { values.run { injected(\.tracedTotal) } }.value
          _ = injected(\.tracedTotal)
        } to: {
          log.add($0)
        }
      }
      #expect(log.lines.count == 1)
      #expect(log.lines.first?.contains("default, found") == true)
    }
  }

  @Test("What was built in a trace is not told of once the operation has returned")
  func afterItsReturn() {
    let log = Log()
    let service = InjectedValues.trace {
      injected { $0[TracedServiceKey.self] }
    } to: {
      log.add($0)
    }
    #expect(service.number() == injected(\.number))
    #expect(log.lines.count == 1)
    let values = InjectedValues.trace({ InjectedValues.current }, to: { log.add($0) })
    values.run { _ = injected(\.number) }
    #expect(log.lines.count == 1)
  }

  @Test("What the output of a trace reads is not told")
  func outputReads() {
    let log = Log()
    InjectedValues.trace {
      _ = injected(\.number)
    } to: {
      log.add("\(injected(\.tracedTotal)): \($0)")
    }
    #expect(log.lines.count == 1)
  }

  @Test("An output may read a service that is being built")
  func outputReadsBuilt() {
    let log = Log()
    InjectedValues.trace {
      #expect(injected { $0[TracedLoggerKey.self] }.prefix == 0)
    } to: {
      log.add("\(injected { $0[TracedLoggerKey.self] }.prefix): \($0)")
    }
    #expect(log.lines.count == 2)
    #expect(log.lines.first?.hasPrefix("0: number → NumberKey") == true)
  }

  @Test("So may one that is told of what the service reads elsewhere, while it is built")
  func outputReadsBuiltElsewhere() {
    let log = Log()
    let around = Guarded<InjectedValues?>(nil)
    withInjectedValues {
      $0.register(TracedLoggerKey.self) {
        around.withLock { $0 }?.run { _ = injected(\.number) }
        return TracedLogger()
      }
    } operation: {
      around.withLock { $0 = .current }
      InjectedValues.trace {
        #expect(injected { $0[TracedLoggerKey.self] }.prefix == 0)
      } to: {
        log.add("\(injected { $0[TracedLoggerKey.self] }.prefix): \($0)")
      }
    }
    around.withLock { $0 = nil }
    #expect(log.lines.count == 3)
  }

  @Test("A trace that begins while a service is built goes on when that has been")
  func beganInBuild() {
    let log = Log()
    let (isBuilt, isBegun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isTold = DispatchSemaphore(value: 0)
    withInjectedValues {
      $0.register(TracedLoggerKey.self) {
        let values = InjectedValues.current
        Thread.detachNewThread {
          values.run {
            InjectedValues.trace {
              isBegun.signal()
              isBuilt.wait()
              _ = injected(\.number)
            } to: {
              log.add($0)
            }
          }
          isTold.signal()
        }
        isBegun.wait()
        return TracedLogger()
      }
    } operation: {
      _ = injected { $0[TracedLoggerKey.self] }
    }
    isBuilt.signal()
    isTold.wait()
    #expect(log.lines.count == 1)
  }

  @Test("What others read through a service that the trace has seen built is not told")
  func outside() async {
    let log = Log()
    await InjectedValues.trace {
      let logger = injected { $0[TracedLoggerKey.self] }
      let late = Task.detached { logger.read() + logger.opened.run { logger.read() } }
      #expect(await late.value == 0)
    } to: {
      log.add($0)
    }
    #expect(log.lines.count == 2)
  }

  @Test("Nor what they read through one that was built on an owner of another branch")
  func outsideOnOwner() async {
    let log = Log()
    let owner = withInjectedValues {
      $0[TracedPlaceKey.self] = 2
    } operation: {
      TracedLogger()
    }
    await withInjectedValues {
      $0.number = 5
      $0.register(TracedLoggerKey.self) { withInjectedValues(from: owner) { TracedLogger() } }
    } operation: {
      await InjectedValues.trace {
        let logger = injected { $0[TracedLoggerKey.self] }
        let late = Task.detached { logger.read() + logger.opened.run { logger.read() } }
        #expect(await late.value == 10)
      } to: {
        log.add($0)
      }
    }
    #expect(log.lines.count == 2)
  }

  @Test("A weak value that others hold was found")
  func weak() {
    let held = injected { $0[TracedWeakKey.self] }
    let log = Log()
    InjectedValues.trace {
      #expect(injected { $0[TracedWeakKey.self] } === held)
    } to: {
      log.add($0)
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("default, found") == true)
  }

  @Test("A weak value that the trace has seen built was found afterwards")
  func weakWithin() {
    let log = Log()
    InjectedValues.trace {
      let held = injected { $0[TracedWeakKey.self] }
      #expect(injected { $0[TracedWeakKey.self] } === held)
    } to: {
      log.add($0)
    }
    #expect(log.lines.map { $0.contains("default, built") } == [true, false])
  }

  @Test("Saved values that an update enters are seen", arguments: [false, true])
  func saved(adding: Bool) {
    let saved = InjectedValues.current.overriding { $0.number = 4 }
    let log = Log()
    InjectedValues.trace {
      withInjectedValues {
        $0 = saved
        if adding { $0[TracedWeakKey.self] = TracedService() }
      } operation: {
        _ = injected(\.number)
      }
    } to: {
      log.add($0)
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("number → NumberKey: override at") == true)
  }

  @Test("Keys that are read by two ways at each of 30 levels are told once each")
  func diamonds() {
    readDiamond(30)
  }

  private func readDiamond<Below>(_ count: Int, on below: Below.Type = Never.self) {
    if count > 0 { return readDiamond(count - 1, on: Level<Below>.self) }
    let graph = InjectedValues.recordGraph { _ = injected { $0[LayerKey<Below>.self] } }
    #expect(graph.nodes.count == 61)
    let text = InjectedValues.explain(LayerKey<Below>.self).description
    #expect(text.contains("as above"))
  }

  @Test("With INJECTION_TRACE=1, a program tells all its reads on standard error")
  func environment() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      setenv("INJECTION_TRACE", "1", 1)
      _ = injected(\.number)
      withInjectedValues {
        $0.number = 3
      } operation: {
        _ = injected(\.tracedTotal)
      }
      InjectedSession { $0.number = 4 }.run { _ = injected(\.tracedTotal) }
      let logger = injected { $0[TracedLoggerKey.self] }
      _ = logger.read() + logger.opened.run { injected(\.number) }
    }
    let lines = result.report
      .split(separator: "\n").filter { $0.hasPrefix("Injection: ") && $0.contains(" → ") }
    #expect(lines.count == 9)
    #expect(lines.first?.hasPrefix("Injection: number → NumberKey: default, built") == true)
    #expect(lines[4].contains("tracedTotal → TracedTotalKey: default, built"))
    // What a service reads when it has been built, itself and by what it has captured.
    let late = lines.suffix(2)
    #expect(late.allSatisfy { $0.contains("number → NumberKey: default, found") })
  }

  @Test("An explanation tells what an instance was built from, down to the last key")
  func explanation() {
    withInjectedValues {
      $0.number = 3
    } operation: {
      let before = InjectedValues.explain(TracedTotalKey.self).description
      #expect(before.contains("built at the next read"))
      _ = injected(\.tracedSum)
      let text = InjectedValues.explain(\.tracedSum).description
      #expect(text.contains("kept by the scope of InjectionTests/TraceTests.swift:"))
      #expect(text.contains("built by a read through 'tracedSum'"))
      #expect(
        text.contains("built from: TracedTotalKey (default, InjectionTests/TraceTests.swift:"))
      #expect(text.contains(" from [NumberKey (override, InjectionTests/TraceTests.swift:"))
    }
  }
}

private enum TracedTotalKey: InjectedKey {
  static var liveValue: Int { injected(\.number) + 1 }
  static var testValue: Int { liveValue }
}

private enum TracedSumKey: InjectedKey {
  static var liveValue: Int { injected(\.tracedTotal) + 1 }
  static var testValue: Int { liveValue }
}

extension InjectedValues {
  fileprivate var tracedTotal: Int { self[TracedTotalKey.self] }
  fileprivate var tracedSum: Int { self[TracedSumKey.self] }
}

private final class TracedService: Sendable {
  let number = Injected(\.number)
}

/// Reads while it is built, and later, and captures a scope that it has opened.
private final class TracedLogger: Sendable {
  private let number = Injected(\.number)
  let prefix = injected(\.number)
  let opened = InjectedValues.current.overriding { $0[TracedPlaceKey.self] = 1 }

  func read() -> Int { number() }
}

private enum TracedLoggerKey: InjectedInterfaceKey {
  static var testValue: TracedLogger { TracedLogger() }
}

private enum TracedPlaceKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum TracedWeakKey: InjectedInterfaceKey {
  static var testValue: TracedService { TracedService() }
  static var lifetime: InjectedLifetime { .weak }
}

/// Reads the next level by two ways.
private enum Level<Below> {}

private protocol Levelled { static func readBelow() -> Int }

extension Level: Levelled {
  static func readBelow() -> Int {
    injected { $0[LayerKey<Below>.self] } + injected { $0[SideKey<Below>.self] }
  }
}

private enum LayerKey<Level>: InjectedInterfaceKey {
  static var testValue: Int { ((Level.self as? any Levelled.Type)?.readBelow() ?? 0) & 1 }
}

private enum SideKey<Level>: InjectedInterfaceKey {
  static var testValue: Int { ((Level.self as? any Levelled.Type)?.readBelow() ?? 0) & 1 }
}

private enum TracedServiceKey: InjectedInterfaceKey {
  static var testValue: TracedService { TracedService() }
}
