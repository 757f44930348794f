import Foundation
import Injection
import InjectionEssentials
import TestSupport
import Testing

/// What a test is told that uses a service without an override.
@Suite("Test values")
struct TestValueTests {
  @Test("Generators report each call, and give the system's values")
  func generators() async throws {
    let report = await issueReport {
      let before = Date()
      #expect(injected(\.date.now) >= before)
      #expect(injected(\.date)() >= before)
      #expect(injected(\.uuid)() != injected(\.uuid)())
      _ = injected(\.randomNumberGenerator).withRandomNumberGenerator {
        Int.random(in: 0...9, using: &$0)
      }
    }
    #expect(report.matches(of: /date was called, but is not implemented/).count == 2)
    #expect(report.matches(of: /uuid was called, but is not implemented/).count == 2)
    #expect(report.contains("randomNumberGenerator was called, but is not implemented"))
  }

  @Test("The clocks report each use, and go on as the continuous clock")
  func clocks() async throws {
    let report = try await issueReport {
      #expect(injected(\.clock) is UnimplementedClock)
      #expect(injected(\.clock).minimumResolution == ContinuousClock().minimumResolution)
      try await injected(\.clock).sleep(for: .zero)
      _ = injected(\.suspendingClock).now
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await injected(\.clock).sleep(for: .seconds(3600))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(report.contains("clock.sleep(until:) was called, but is not implemented"))
    #expect(report.contains("clock.now was called, but is not implemented"))
    #expect(report.contains("suspendingClock.now was called, but is not implemented"))
    #expect(report.contains("Write '$0.clock = TestClock()', or '= ImmediateClock()'."))
    #expect(report.contains("Write '$0.suspendingClock = TestClock()'"))
  }

  @Test("Opening a URL and reading a variable report, and do nothing")
  func effects() async throws {
    let report = await issueReport {
      #expect(await injected(\.openURL)(URL(filePath: "/help")) == false)
      #expect(injected(\.processEnvironment)["PATH"] == nil)
      #expect(injected(\.processEnvironment).variables.isEmpty)
    }
    #expect(report.contains("openURL was called, but is not implemented"))
    #expect(report.matches(of: /processEnvironment was called/).count == 2)
    #expect(report.contains("Write '$0.openURL = OpenURL { … }'."))
    #expect(report.contains("Write '$0.processEnvironment = [:]'."))
  }

  @Test("Calendar, time zone and locales report their first read, and give the machine's")
  func region() async throws {
    let report = await issueReport {
      #expect(injected(\.calendar) == .autoupdatingCurrent)
      #expect(injected(\.calendar) == .autoupdatingCurrent)
      #expect(injected(\.timeZone) == .autoupdatingCurrent)
      #expect(injected(\.locale) == .autoupdatingCurrent)
      #expect(injected(\.preferredLocales).count == Locale.preferredLanguages.count)
    }
    for name in [
      "CalendarKey, read through 'calendar'", "TimeZoneKey", "LocaleKey", "PreferredLocalesKey",
    ] {
      #expect(report.components(separatedBy: "no test value for \(name)").count == 2)
    }
  }

  @Test("A test's notification centre is its own, and no issue")
  func notificationCenter() async throws {
    let issues = await collectingIssues {
      let center = injected(\.notificationCenter)
      #expect(center !== NotificationCenter.default)
      #expect(center === injected(\.notificationCenter))
      let name = Notification.Name("told")
      let told = Flag()
      let observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in told.set() }
      NotificationCenter.default.post(name: name, object: nil)
      #expect(!told.isSet)
      center.post(name: name, object: nil)
      #expect(told.isSet)
      center.removeObserver(observer)
    }
    #expect(issues.isEmpty)
  }

  @Test("An override of the date is no issue, nor is the read of the generator that it changes")
  func overridden() async throws {
    let issues = await collectingIssues {
      let moment = Date(timeIntervalSince1970: 7)
      withInjectedValues {
        $0.date.now = moment
      } operation: {
        #expect(injected(\.date.now) == moment)
      }
      _ = injected(\.uuid)
    }
    #expect(issues.isEmpty)
  }
}

private final class Flag: Sendable {
  private let state = Guarded(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
