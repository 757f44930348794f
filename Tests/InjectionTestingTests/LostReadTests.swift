import Foundation
import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Lost reads: outside every scope, while an open one overrides the key")
struct LostReadTests {
  // One case after the other: cases that are open together share an issue. Each reads by a name of its own:
  // the same read in another case is not told again.
  @Test(
    "A detached task, a queue, a thread and a callback are told of", .serialized,
    arguments: Way.allCases)
  fileprivate func lost(way: Way) async throws {
    let line = #line + 2
    let issues = await expectingIssues {
      await withInjectedValues {
        $0[LostKey.self] = "scope"
      } operation: {
        #expect(await way.read() == "default")
      }
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.message.contains("'\(way.reader)' read LostKey outside every scope"))
    #expect(
      issue.message.contains("the scope of InjectionTestingTests/LostReadTests.swift:\(line)"))
    #expect(issue.message.contains("InjectedValues.propagating"))
    #expect(issue.sourceLocation?.line == line)
  }

  @Test("What a test has prepared is lost like what a scope overrides")
  func prepared() async throws {
    let line = #line + 2
    let report = await issueReport {
      prepareInjectedValues { $0[PreparedKey.self] = "prepared" }
      await withInjectedValues {
        $0[BystanderKey.self] = "scope"
      } operation: {
        #expect(injected { $0[PreparedKey.self] } == "prepared")
        #expect(await Task.detached { injected { $0[PreparedKey.self] } }.value == "default")
      }
    }
    #expect(report.contains("read PreparedKey outside every scope, while the scope of"))
    #expect(report.contains("LostReadTests.swift:\(line) in 'What a test has prepared is lost"))
  }

  @Test("An open scope that overrides the context alone loses no read")
  func context() async {
    let issues = await collectingIssues {
      await withInjectedValues {
        $0.context = .preview
      } operation: {
        #expect(await onThread { injected { $0[InContextKey.self] } } == "default")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A value that was built from what an open scope overrides is lost like that")
  func built() async throws {
    let line = #line + 2
    let issues = await expectingIssues {
      await withInjectedValues {
        $0[PartKey.self] = "scope"
      } operation: {
        let first = await Task.detached { injected { $0[WholeKey.self, accessor: "first"] } }.value
        // It finds what the first one has built.
        let next = await Task.detached { injected { $0[WholeKey.self, accessor: "next"] } }.value
        #expect(first == ["default"] && next == ["default"])
      }
    }
    #expect(issues.count == 2)
    let message = try #require(issues.first).message
    #expect(message.contains("'first' read WholeKey, which is built from PartKey, outside every"))
    #expect(message.contains("LostReadTests.swift:\(line) in"))
    #expect(message.contains("overrides PartKey: if the read got lost"))
  }

  @Test("Where one of the scopes asks for failure, it is that one's, and no other's")
  func blamed() async throws {
    let line = #line + 5
    let issues = await expectingIssues {
      await withInjectedValues {
        $0[BlamedKey.self] = "patient"
      } operation: {
        await withInjectedValues(.failsForLostReads) {
          $0[BlamedKey.self] = "failing"
        } operation: {
          _ = await Task.detached { injected { $0[BlamedKey.self] } }.value
        }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.severity == .error)
    #expect(issues.first?.sourceLocation?.line == line)
    let message = try #require(issues.first).message
    let place = "InjectionTestingTests/LostReadTests.swift:\(line)"
    #expect(message.contains("while the scope of \(place)"))
  }

  @Test("A loop of lost reads is told of once")
  func loop() async {
    let issues = await expectingIssues {
      await withInjectedValues {
        $0[LoopKey.self] = "scope"
      } operation: {
        await Task.detached {
          for _ in 0..<100 { _ = injected { $0[LoopKey.self, accessor: "loop"] } }
        }.value
      }
    }
    #expect(issues.count == 1)
  }

  @Test("Scopes of one place are named once")
  func manyOfOnePlace() async throws {
    func overriding(_ depth: Int) async {
      await withInjectedValues {
        $0[ManyKey.self] = "scope"
      } operation: {
        if depth > 0 { return await overriding(depth - 1) }
        _ = await Task.detached { injected { $0[ManyKey.self] } }.value
      }
    }
    let issues = await expectingIssues { await overriding(9) }
    let message = try #require(issues.first).message
    #expect(issues.count == 1)
    #expect(message.components(separatedBy: "the scope of").count == 2)
  }

  @Test("A loop of lost reads in the midst of a test's cases is told of once, and names those once")
  func manyCases() async throws {
    let messages = Guarded<[String]>([])
    @Sendable func lose(inside cases: Int) async {
      let test = TestIdentity(name: "'cases(of:)'") { issue in
        messages.withLock { $0.append(issue.message) }
      }
      let world = TestWorld(of: test, at: SourcePlace(#fileID, #line))
      await world.run {
        await withInjectedValues {
          $0[CasesKey.self] = "case"
        } operation: {
          if cases > 1 { return await lose(inside: cases - 1) }
          _ = await Task.detached { injected { $0[CasesKey.self, accessor: "lost"] } }.value
        }
      }
      world.end()
    }
    await lose(inside: 3)
    await lose(inside: 1)
    let told = messages.withLock { $0.map(\.self) }
    #expect(told.count == 1)
    #expect(try #require(told.first).components(separatedBy: "in 'cases(of:)'").count == 2)
  }

  @Test("What is carried, captured or not overridden is not lost")
  func notLost() async {
    await withInjectedValues {
      $0[KeptKey.self] = "scope"
    } operation: {
      let reader = Injected({ $0[KeptKey.self] })
      let current = InjectedValues.current
      #expect(await Task.detached { reader() }.value == "scope")
      #expect(await onQueue { current.run { injected { $0[KeptKey.self] } } } == "scope")
      #expect(await Task.detached { injected { $0[OtherKey.self] } }.value == "default")
      await withInjectedValues {
        $0[OtherKey.self] = "inner"
      } operation: {
        await Task.yield()
      }
      #expect(await Task.detached { injected { $0[OtherKey.self] } }.value == "default")
    }
    #expect(await Task.detached { injected { $0[KeptKey.self] } }.value == "default")
  }

  @Test("A task of the test that was made before the scope is outside it by right")
  func childMadeBefore() async {
    let issues = await collectingIssues {
      let gate = Gate()
      let task = Task {
        await gate.wait()
        return injected { $0[EarlyKey.self] }
      }
      await withInjectedValues {
        $0[EarlyKey.self] = "scope"
      } operation: {
        gate.open()
        #expect(await task.value == "default")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("A scope may allow it, and so may a trait", .injected(.allowsLostReads))
  func allowed() async {
    await withInjectedValues {
      $0[AllowedKey.self] = "trait"
    } operation: {
      #expect(await Task.detached { injected { $0[AllowedKey.self] } }.value == "default")
    }
    await withInjectedValues(.allowsLostReads) {
      $0[AllowedKey.self] = "scope"
    } operation: {
      #expect(await onQueue { injected { $0[AllowedKey.self] } } == "default")
    }
  }

  @Test("Where it is allowed for a key, nobody hears that others override what its default reads")
  func allowedWithParts() async {
    let issues = await collectingIssues {
      let (isOpen, isDone) = (Gate(), Gate())
      async let other: Void = withInjectedValues {
        $0[AllowedPartKey.self] = "other"
      } operation: {
        isOpen.open()
        await isDone.wait()
      }
      await withInjectedValues(.allowsLostReads) {
        $0[AllowedWholeKey.self] = []
      } operation: {
        await isOpen.wait()
        #expect(await Task.detached { injected { $0[AllowedWholeKey.self] } }.value == ["default"])
      }
      isDone.open()
      await other
    }
    #expect(issues.isEmpty)
  }
}

private enum Way: CaseIterable {
  case detached, queue, thread, callback

  var reader: StaticString {
    switch self {
    case .detached: "detached()"
    case .queue: "queue()"
    case .thread: "thread()"
    case .callback: "callback()"
    }
  }

  private func lostValue() -> String { injected { $0[LostKey.self, accessor: reader] } }

  func read() async -> String {
    switch self {
    case .detached: await Task.detached { lostValue() }.value
    case .queue: await onQueue { lostValue() }
    case .thread:
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: lostValue()) }.start()
      }
    case .callback:
      await withCheckedContinuation { continuation in
        Timers.shared.fire { continuation.resume(returning: lostValue()) }
      }
    }
  }
}

private final class Timers: Sendable {
  static let shared = Timers()
  func fire(_ body: @escaping @Sendable () -> Void) { DispatchQueue.global().async { body() } }
}

// A key for each test: what is open in another one is not this one's affair.
private enum LostKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum BlamedKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum PartKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum WholeKey: InjectedKey {
  static var liveValue: [String] { [injected { $0[PartKey.self] }] }
  static var testValue: [String] { liveValue }
}

private enum AllowedPartKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum AllowedWholeKey: InjectedKey {
  static var liveValue: [String] { [injected { $0[AllowedPartKey.self] }] }
  static var testValue: [String] { liveValue }
}

private enum LoopKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum CasesKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum ManyKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum KeptKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum OtherKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum EarlyKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum AllowedKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum SuspectKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum BystanderKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum PreparedKey: InjectedKey {
  static var liveValue: String { "default" }
  static var testValue: String { "default" }
}

private enum InContextKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { "default" }
}
