import Injection
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// What the container says, each by the name of the function that says it, and how it comes to that.
enum Said: String, CaseIterable, Codable, CustomTestStringConvertible {
  case missingLiveValue, missingLiveValueElsewhere, missingLiveValueUnprepared, notPrepared
  case missingLiveValueRenewed, missingLiveValueLater, cycleOnMainActor, verificationFailed
  case noTestValue, noPreviewValue, preparedValueIsNotKept, preparesInUpdate, cycle, cycleOfOne,
    noSession, weakNeedsClass, slowBuild, unknownContext, testsAreUnsupported
  case notOneKey, nothingToLearn, contextIsNoKey, notACollection
  case missingTestValue, unimplemented, preparedAfterRead, preparedOtherValues, forwardsToNoKey
  case ended, ranEndedSession, lateTeardown, teardownFailed, keptElsewhere, droppedSession,
    openSession, madeTooLate, endlessDeinitialisers
  case lostRead, endedWorld, unusedOverride, readWithoutOverride, scopeCycle

  var testDescription: String { rawValue }

  /// Whether a child process says it: it ends the process, or tells no test.
  var isOfChild: Bool {
    switch self {
    case .missingLiveValue, .missingLiveValueElsewhere, .missingLiveValueUnprepared, .notPrepared,
      .noTestValue, .noPreviewValue, .preparedValueIsNotKept, .preparesInUpdate, .cycle,
      .cycleOfOne, .cycleOnMainActor, .missingLiveValueRenewed, .missingLiveValueLater,
      .noSession, .weakNeedsClass, .slowBuild, .unknownContext, .notOneKey, .nothingToLearn,
      .contextIsNoKey, .notACollection, .testsAreUnsupported, .verificationFailed:
      true
    default: false
    }
  }

  var isSurvived: Bool { self == .slowBuild || self == .testsAreUnsupported }

  /// Makes a child process say it.
  func provokeInChild() async {
    await withInjectedValues {
      $0.context = .live
    } operation: {
      switch self {
      case .missingLiveValue: _ = injected { $0[InterfaceKey.self] }
      case .missingLiveValueElsewhere: _ = injected { $0[RemoteKey.self] }
      case .missingLiveValueUnprepared: _ = injected { $0[RemoteDatabaseKey.self] }
      case .missingLiveValueRenewed:
        withInjectedValues {
          $0.renew(InterfaceKey.self)
        } operation: {
          _ = injected { $0[InterfaceKey.self] }
        }
      case .missingLiveValueLater:
        withInjectedValues {
          _ = $0[InterfaceKey.self]
          $0.register(InterfaceKey.self) { 1 }
        } operation: {
        }
      case .verificationFailed:
        do { try InjectedValues.verify([InterfaceKey.self]) } catch { fatalError("\(error)") }
      case .notPrepared: _ = injected(\.database)
      case .noTestValue:
        try? await withInjectedValues {
          $0.context = .test
        } operation: {
          try await InjectedValues.prepare(UntestedDatabaseKey.self)
        }
      case .noPreviewValue:
        try? await withInjectedValues {
          $0.context = .preview
        } operation: {
          try await InjectedValues.prepare(UntestedDatabaseKey.self)
        }
      case .preparedValueIsNotKept: try? await InjectedValues.prepare(UnkeptKey.self)
      case .preparesInUpdate:
        prepareInjectedValues { _ in
          prepareInjectedValues { $0.number = 1 }
        }
      case .cycle: _ = injected { $0[SaidThereKey.self] }
      case .cycleOfOne: _ = injected { $0[SaidRoundKey.self] }
      case .cycleOnMainActor:
        await MainActor.run { _ = InjectedValues.current[SaidMainActorKey.self] }
      case .noSession: _ = injected { $0[LoginKey.self] }
      case .weakNeedsClass: _ = injected { $0[WeakNumberKey.self] }
      case .slowBuild: IssueReporter.slowBuild([SaidRoundKey.self], accessor: "round")
      case .testsAreUnsupported: IssueReporter.testsAreUnsupported()
      case .unknownContext:
        _ = InjectedContext.detect(environment: { _ in "production" }, arguments: [])
      case .notOneKey: _ = InjectedValues.explain(\.number.description)
      case .nothingToLearn: _ = InjectedValues.explain(\.untestedDatabase)
      case .contextIsNoKey: _ = InjectedValues.explain(\.context)
      case .notACollection:
        withInjectedValues {
          $0.contribute(\.saidList) { 1 }
        } operation: {
        }
      default: break
      }
    }
  }

  /// Makes the current test hear of it.
  func provoke() async throws {
    switch self {
    case .missingTestValue: _ = injected { $0[LiveOnlyKey.self] }
    case .unimplemented:
      let call: @Sendable () -> Void = Injection.unimplemented("Service.call")
      call()
    case .preparedAfterRead:
      _ = injected(\.number)
      prepareInjectedValues { $0.number = 1 }
    case .preparedOtherValues:
      let saved = InjectedValues.current.overriding { $0.number = 1 }
      prepareInjectedValues { $0 = saved }
    case .forwardsToNoKey, .lateTeardown, .ended, .ranEndedSession, .teardownFailed,
      .keptElsewhere, .droppedSession, .madeTooLate:
      try await provokeInSession()
    case .lostRead:
      await withInjectedValues {
        $0[LostHereKey.self] = 1
      } operation: {
        _ = await Task.detached { injected { $0[LostHereKey.self] } }.value
      }
    case .endedWorld:
      let kept = Mutex<Injected<Int>?>(nil)
      try await inWorld(.injected) { kept.withLock { $0 = Injected(\.number) } }
      _ = kept.withLock { $0 }?()
    case .openSession:
      let kept = Mutex<InjectedSession?>(nil)
      try await inWorld(.injected) {
        let session = InjectedSession()
        session.onEnd(NumberKey.self) { _ in }
        kept.withLock { $0 = session }
      }
      await kept.withLock { $0 }?.end()
    case .endlessDeinitialisers:
      withInjectedValues {
        $0.number = 1
      } operation: {
        _ = injected { $0[LeftMournerKey.self] }
      }
    case .unusedOverride:
      withInjectedValues(.exhaustive) {
        $0.number = 1
      } operation: {
      }
    case .readWithoutOverride:
      withInjectedValues(.exhaustive) { _ in
      } operation: {
        _ = injected(\.number)
      }
    case .scopeCycle:
      try await inWorld(.injected(.findsScopeCycles)) {
        withInjectedValues {
          $0.number = 1
        } operation: {
          let hub = injected { $0[SaidHubKey.self] }
          hub.later.withLock { $0 = Injected(\.number) }
        }
      }
    default: break
    }
  }

  private func provokeInSession() async throws {
    let session = InjectedSession { $0.number = 3 }
    switch self {
    case .forwardsToNoKey: session.onEnd(\.text.count) { _ in }
    case .teardownFailed: session.onEnd(NumberKey.self) { _ in throw CancellationError() }
    case .keptElsewhere:
      session.onEnd(LibraryKey.self) { _ in }
      _ = session.run { injected(\.library) }
    case .madeTooLate:
      session.onEnd(SaidSessionKey.self) { _ in }
      _ = session.run { injected { $0[SaidMournerKey.self] } }
    case .droppedSession:
      session.onEnd(NumberKey.self) { _ in }
      return
    default: break
    }
    let owner = session.run { Injected(\.number) }
    await session.end()
    switch self {
    case .ended: _ = owner()
    case .ranEndedSession: session.run {}
    case .lateTeardown: session.onEnd(NumberKey.self) { _ in }
    default: break
    }
  }

  private func inWorld(
    _ trait: InjectedTrait, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  }
}

private enum InterfaceKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

extension RemoteKey: InjectedKey {
  package static var liveValue: Int { 1 }
}

extension RemoteDatabaseKey: AsyncInjectedKey {
  package static func liveValue() async throws -> Int { 1 }
}

private enum UnkeptKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { 1 }
  static var testValue: Int { 0 }
  static var lifetime: InjectedLifetime { .transient }
}

private enum SaidThereKey: InjectedKey {
  static var liveValue: Int { injected { $0[SaidBackKey.self] } }
}

private enum SaidBackKey: InjectedKey {
  static var liveValue: Int { injected { $0[SaidThereKey.self] } }
}

private enum SaidRoundKey: InjectedKey {
  static var liveValue: Int { injected { $0[SaidRoundKey.self, accessor: "round"] } }
}

private enum SaidMainActorKey: MainActorInjectedKey {
  @MainActor static var liveValue: Int { InjectedValues.current[SaidMainActorKey.self] }
}

private enum LoginKey: InjectedKey {
  static var liveValue: Int { 1 }
  static var lifetime: InjectedLifetime { .session }
}

private enum SaidSessionKey: InjectedKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 1 }
  static var lifetime: InjectedLifetime { .session }
}

/// Asks for something of the session when it goes.
private final class SaidMourner: Sendable {
  private let value = Injected { $0[SaidSessionKey.self] }

  deinit { _ = value() }
}

private enum SaidMournerKey: InjectedKey {
  static var liveValue: SaidMourner { SaidMourner() }
  static var testValue: SaidMourner { SaidMourner() }
  static var lifetime: InjectedLifetime { .session }
}

private enum WeakNumberKey: InjectedKey {
  static var liveValue: Int { 1 }
  static var lifetime: InjectedLifetime { .weak }
}

private enum LiveOnlyKey: InjectedKey {
  static var liveValue: Int { 1 }
}

private enum LostHereKey: InjectedKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 2 }
}

private enum SaidListKey: InjectedKey {
  static var liveValue: [Int] { [] }
}

private final class SaidHub: Sendable {
  let number = injected(\.number)
  let later = Mutex<Injected<Int>?>(nil)
}

private enum SaidHubKey: InjectedKey {
  static var liveValue: SaidHub { SaidHub() }
  static var testValue: SaidHub { SaidHub() }
}

extension InjectedValues {
  fileprivate var saidList: [Int] {
    get { self[SaidListKey.self] }
    set { self[SaidListKey.self] = newValue }
  }
}
