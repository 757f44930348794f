import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import ModelObservation
import Synchronization
import Testing

struct ReminderClient: Sendable {
  var send: @Sendable (_ text: String) async throws -> Void
}

enum ReminderClientKey: InjectedKey {
  static let liveValue = ReminderClient { print($0) }
  static let testValue = ReminderClient(send: unimplemented("ReminderClient.send"))
}

extension InjectedValues {
  var reminders: ReminderClient {
    get { self[ReminderClientKey.self] }
    set { self[ReminderClientKey.self] = newValue }
  }
}

@MainActor final class ReminderModel: ObservableModel {
  @Injected(\.clock) private var clock
  @Injected(\.uuid) private var uuid
  @Injected(\.reminders) private var reminders
  @Observed private(set) var sent: [UUID] = []

  func remind(of text: String) async throws {
    try await clock.sleep(for: .seconds(60))
    try await reminders.send(text)
    sent.append(uuid())
  }
}

/// Live, and built from another service.
struct Outbox: Sendable {
  let reminders = injected(\.reminders)
}

enum OutboxKey: InjectedKey {
  static var liveValue: Outbox { Outbox() }
  static var testValue: Outbox { Outbox() }
}

extension InjectedValues {
  var outbox: Outbox {
    get { self[OutboxKey.self] }
    set { self[OutboxKey.self] = newValue }
  }
}

/// Reads in its getter, or at each call.
private enum DigestKey: InjectedKey {
  static var liveValue: ReminderClient {
    let reminders = injected(\.reminders)
    return ReminderClient { try await reminders.send("digest: \($0)") }
  }
  static var testValue: ReminderClient { liveValue }
}

private enum LateDigestKey: InjectedKey {
  static var liveValue: ReminderClient {
    @Injected(\.reminders) var reminders
    return ReminderClient { try await reminders.send("digest: \($0)") }
  }
  static var testValue: ReminderClient { liveValue }
}

private struct DigestModel {
  @Injected({ $0[DigestKey.self] }) var digest
  @Injected({ $0[LateDigestKey.self] }) var late
}

@Suite("From swift-dependencies", .injected) @MainActor struct FromSwiftDependenciesTests {
  @Test("A reminder waits on the clock that its model was made with")
  func reminds() async throws {
    let clock = TestClock()
    let model = withInjectedValues {
      $0.clock = clock
      $0.uuid = .incrementing
      $0.reminders.send = { _ in }
    } operation: {
      ReminderModel()
    }
    let reminder = Task { try await model.remind(of: "Tea") }
    await clock.advance(by: .seconds(60))
    try await reminder.value
    #expect(model.sent == [UUID(0)])
  }

  @Test("An override reaches a default that was built before from what it replaces")
  func rebuilt() async throws {
    struct Offline: Error {}
    _ = injected(\.outbox)
    await withInjectedValues {
      $0.reminders.send = { _ in throw Offline() }
    } operation: {
      let outbox = injected(\.outbox)
      await #expect(throws: Offline.self) { try await outbox.reminders.send("Tea") }
    }
  }

  @Test("What a getter has read is the model's; a wrapper in it reads where it is called")
  func getters() async throws {
    let sent = Mutex<[String]>([])
    let model = withInjectedValues {
      $0.reminders.send = { text in sent.withLock { $0.append(text) } }
    } operation: {
      DigestModel()
    }
    try await model.digest.send("Tea")
    await withKnownIssue {
      await #expect(throws: UnimplementedError.self) { try await model.late.send("Rice") }
    }
    #expect(sent.withLock { $0 } == ["digest: Tea"])
  }
}
