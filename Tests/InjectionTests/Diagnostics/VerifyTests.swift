import Injection
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("7. Provenance: verify lists all that is missing and every cycle in one error")
struct VerifyTests {
  @Test("Keys that can be built throw nothing, and nothing that is built is kept")
  func sound() throws {
    try InjectedValues.verify([SoundKey.self, SoundBaseKey.self])
    let builds = SoundBaseKey.builds.value
    #expect(builds == 1)
    withInjectedValues {
      $0.context = .live
    } operation: {
      #expect(injected { $0[SoundKey.self] } == 2)
    }
  }

  @Test("What a `static let` has kept reads where the caller would have kept it")
  func kept() async {
    await #expect(processExitsWith: .success) {
      try withInjectedValues {
        $0.number = 1
      } operation: {
        try InjectedValues.verify([VerifiedHolderKey.self, VerifiedReaderKey.self])
        withInjectedValues {
          $0.context = .live
        } operation: {
          // Built from what the scope decides, unlike the other.
          #expect(VerifiedReaderKey.liveValue.number() == 1)
        }
      }
      prepareInjectedValues {
        $0.context = .live
        $0.number = 2
      }
      let holder = injected { $0[VerifiedHolderKey.self] }
      #expect(holder.number() == 2)
      #expect(holder.part() === injected { $0[VerifiedPartKey.self] })
      #expect(VerifiedReaderKey.liveValue.number() == 1)
    }
  }

  @Test("What is made in a scope that a verified service has opened reads there, and goes with it")
  func opened() async {
    await #expect(processExitsWith: .success) {
      try InjectedValues.verify([VerifiedHubKey.self, VerifiedHubReaderKey.self])
      #expect(VerifiedHubKey.liveValue.number() == 7)
      // The thread that has built it may still be about to end.
      for _ in 0..<100_000 where VerifiedHubReaderKey.last.value != nil { await Task.yield() }
      #expect(VerifiedHubReaderKey.last.value == nil)
    }
  }

  @Test("What was prepared is there to be verified")
  func preparedAtLaunch() async {
    await #expect(processExitsWith: .success) {
      prepareInjectedValues { $0.register(VerifiedPreparedKey.self) { 3 } }
      try InjectedValues.verify([VerifiedPreparedKey.self])
    }
  }

  @Test("Every missing key and every cycle is in one error")
  func all() throws {
    let error = try #require(throws: InjectedVerificationError.self) {
      try InjectedValues.verify([
        AbsentKey.self, NeedsAbsentKey.self, VerifiedRoundKey.self, VerifiedTripKey.self,
        LoopKey.self,
      ])
    }
    #expect(error.missing.map(\.key) == ["AbsentKey", "DeepAbsentKey"])
    #expect(error.missing.last?.path == ["NeedsAbsentKey", "DeepAbsentKey"])
    #expect(
      error.cycles.map(\.path) == [
        ["VerifiedRoundKey", "VerifiedTripKey", "VerifiedRoundKey"],
        ["VerifiedRoundKey", "LoopKey", "VerifiedRoundKey"],
      ])
    #expect(error.failures.isEmpty)
    #expect(
      error.description.contains(
        "a cycle of defaults: VerifiedRoundKey → VerifiedTripKey → VerifiedRoundKey"))
    let lines = error.description.split(separator: "\n")
    #expect(
      lines[1] == """
        - no live value for AbsentKey. Conform the key to InjectedKey, or provide its value at launch with \
        'prepareInjectedValues { $0.register(AbsentKey.self) { … } }'.
        """)
    #expect(lines[2].contains("(NeedsAbsentKey → DeepAbsentKey). Conform the key to InjectedKey"))
  }

  @Test("A cycle of keys without test values is found, and the keys after it too")
  func abandoned() throws {
    let error = try #require(throws: InjectedVerificationError.self) {
      // The `static let` of the first two stays locked, and is not read again.
      try InjectedValues.verify([
        HenKey.self, EggKey.self, HenReaderKey.self, AbsentKey.self, NeedsAbsentKey.self,
      ])
    }
    #expect(error.cycles.map(\.path) == [["HenKey", "EggKey", "HenKey"]])
    #expect(error.missing.map(\.key) == ["AbsentKey", "DeepAbsentKey"])
  }

  @Test(
    "What wraps a missing key is built; a renewal provides nothing; no key is named twice in a row")
  func wrapped() throws {
    let error = try withInjectedValues {
      $0.decorate(AbsentKey.self) { $0 + injected { $0[NeedsAbsentKey.self] } }
      $0.decorate(NeedsAbsentKey.self) { $0 }
      $0.decorate(VerifiedTripKey.self) { $0 }
      $0.renew(OtherAbsentKey.self)
    } operation: {
      try #require(throws: InjectedVerificationError.self) {
        try InjectedValues.verify([AbsentKey.self, OtherAbsentKey.self, VerifiedRoundKey.self])
      }
    }
    #expect(error.missing.map(\.key) == ["AbsentKey", "OtherAbsentKey", "DeepAbsentKey"])
    #expect(error.missing.map(\.accessor?.isEmpty) == [nil, nil, false])
    #expect(error.missing.last?.path == ["AbsentKey", "NeedsAbsentKey", "DeepAbsentKey"])
    #expect(
      error.cycles.first?.path == ["VerifiedRoundKey", "VerifiedTripKey", "VerifiedRoundKey"])
  }

  @Test("A value of a session is built as in one")
  func ofSession() throws { try InjectedValues.verify([VerifiedTicketKey.self]) }

  @Test("What the caller has prepared stands in for an asynchronous key; nothing else is a failure")
  func prepared() async throws {
    let error = try #require(throws: InjectedVerificationError.self) {
      try InjectedValues.verify([NeedsPreparedKey.self, NeedsAbsentKey.self])
    }
    #expect(error.failures.count == 1)
    #expect(error.failures.first?.contains("VerifiedAsyncKey was read") == true)
    #expect(error.missing.map(\.key) == ["DeepAbsentKey"])
    try await withInjectedValues {
      $0.context = .live
    } operation: {
      try await InjectedValues.prepare(VerifiedAsyncKey.self)
      try InjectedValues.verify([NeedsPreparedKey.self])
    }
  }

  @Test("So does what was prepared where the key is renewed, as in a session")
  func renewed() async throws {
    try await withInjectedValues {
      $0.context = .live
    } operation: {
      let session = InjectedSession { $0.renew(VerifiedAsyncKey.self) }
      try await session.run {
        try await InjectedValues.prepare(VerifiedAsyncKey.self)
        try InjectedValues.verify([VerifiedAsyncKey.self, NeedsPreparedKey.self])
      }
      await session.end()
    }
  }

  #if canImport(Glibc)
    @Test("What a main thread can build is built, where the system's threads are given less")
    func stack() async {
      await #expect(processExitsWith: .success) {
        // Not among the declarations that Swift imports.
        typealias SetDefault = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
        let symbol = try #require(dlsym(nil, "pthread_setattr_default_np"))
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        pthread_attr_setstacksize(attributes, 256 << 10)
        try #require(unsafeBitCast(symbol, to: SetDefault.self)(attributes) == 0)
        try InjectedValues.verify([DeepKey.self])
      }
    }
  #endif

  @Test("A registration or an override around the caller provides what is missing")
  func registered() throws {
    try withInjectedValues {
      $0.register(AbsentKey.self) { injected(\.number) }
      $0[DeepAbsentKey.self] = 1
      $0.number = 1
    } operation: {
      try InjectedValues.verify([AbsentKey.self, NeedsAbsentKey.self])
      #expect(InjectedValues.explain(AbsentKey.self).built == nil)
    }
  }
}

private enum SoundKey: InjectedKey {
  static var liveValue: Int { injected { $0[SoundBaseKey.self] } }
}

private final class VerifiedPart: Sendable {}

private final class VerifiedHolder: Sendable {
  let number = Injected(\.number)
  let part = Injected({ $0[VerifiedPartKey.self] })
}

private enum VerifiedPartKey: InjectedKey {
  static var liveValue: VerifiedPart { VerifiedPart() }
}

private enum VerifiedHolderKey: InjectedKey {
  static let liveValue = VerifiedHolder()
}

private enum VerifiedReaderKey: InjectedKey {
  static let liveValue: VerifiedHolder = {
    _ = injected(\.number)
    return VerifiedHolder()
  }()
}

/// Makes an object in a scope of its own.
private final class VerifiedHub: Sendable {
  let values = InjectedValues.current.overriding { $0.number = 7 }
  let number: Injected<Int>

  init() { number = values.run { injected { $0[VerifiedPageKey.self] } }.number }
}

private final class VerifiedPage: Sendable {
  let number = Injected(\.number)
  let part = VerifiedPart()
  let hub: VerifiedHub?

  init(hub: VerifiedHub? = nil) {
    self.hub = hub
    _ = number()
  }
}

private enum VerifiedPageKey: InjectedKey {
  static var liveValue: VerifiedPage { VerifiedPage() }
}

private enum VerifiedHubKey: InjectedKey {
  static let liveValue = VerifiedHub()
}

private enum VerifiedLooseHubKey: InjectedKey {
  static var liveValue: VerifiedHub { VerifiedHub() }
}

private enum VerifiedHubPageKey: InjectedKey {
  static var liveValue: VerifiedPage {
    VerifiedPage(hub: injected { $0[VerifiedLooseHubKey.self] })
  }
}

private enum VerifiedHubReaderKey: InjectedKey {
  static let last = WeakPart()
  static var liveValue: Int {
    let hub = injected { $0[VerifiedLooseHubKey.self] }
    last.value = hub.values.run { injected { $0[VerifiedHubPageKey.self] } }.part
    return 0
  }
}

private final class WeakPart: @unchecked Sendable {
  weak var value: VerifiedPart?
}

/// Takes a megabyte of stack to make.
private enum DeepKey: InjectedKey {
  static var liveValue: Int { depth(of: 1_200) }

  private static func depth(of count: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 8) { bytes in
      bytes[0] = UInt8(truncatingIfNeeded: count)
      return count == 0 ? 0 : depth(of: count - 1) + 1 + Int(bytes[0] & 0)
    }
  }
}

private enum SoundBaseKey: InjectedKey {
  static let builds = Counter()
  static var liveValue: Int { builds.increment() }
}

private enum AbsentKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum OtherAbsentKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum DeepAbsentKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum NeedsAbsentKey: InjectedKey {
  static var liveValue: Int { injected { $0[DeepAbsentKey.self] } }
}

private enum VerifiedRoundKey: InjectedKey {
  static var liveValue: Int {
    injected { $0[VerifiedTripKey.self] } + injected { $0[LoopKey.self] }
  }
  static let testValue = 0
}

private enum VerifiedTripKey: InjectedKey {
  static var liveValue: Int { injected { $0[VerifiedRoundKey.self] } }
  static let testValue = 0
}

private enum LoopKey: InjectedKey {
  static var liveValue: Int { injected { $0[VerifiedRoundKey.self] } }
  static let testValue = 0
}

private enum HenKey: InjectedKey {
  static let liveValue = injected { $0[EggKey.self] }
}

private enum EggKey: InjectedKey {
  static let liveValue: Int = injected { $0[HenKey.self] }
}

private enum HenReaderKey: InjectedKey {
  static var liveValue: Int { injected { $0[HenKey.self] } }
}

private enum VerifiedTicketKey: InjectedKey {
  static var liveValue: Int { 1 }
  static var lifetime: InjectedLifetime { .session }
}

private enum VerifiedAsyncKey: AsyncInjectedKey {
  static func liveValue() async throws -> Int { 7 }
  static func testValue() async throws -> Int { 8 }
}

private enum NeedsPreparedKey: InjectedKey {
  static var liveValue: Int { injected { $0[VerifiedAsyncKey.self] } }
  static var testValue: Int { liveValue }
}

private enum VerifiedPreparedKey: InjectedInterfaceKey { static var testValue: Int { 1 } }
