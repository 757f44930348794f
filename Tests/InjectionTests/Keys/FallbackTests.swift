import Injection
import TestSupport
import Testing

private enum PreviewedUserKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { injected { $0[PreviewedKey.self] }.fetch() }
}

private enum PreviewedListKey: InjectedCollectionKey {
  static var liveValue: [Int] { [1] }
}

@Suite("Fallbacks: what a key gives where it declares no value, or only a part is wanted")
struct FallbackTests {
  @Test("Without a test value, a test has the preview value, and an issue")
  func previewInTests() async {
    let report = await issueReport {
      #expect(injected { $0[PreviewedKey.self] }.fetch() == "preview")
    }
    #expect(report.contains("no test value for PreviewedKey"))
    #expect(report.contains("the preview value is used, or the live one where it has none"))
  }

  @Test("A key that an initial value names is overridden by the key: there is no accessor")
  func readInInitialValue() async {
    let report = await issueReport { #expect(PreviewedOwner().fetcher.fetch() == "preview") }
    #expect(report.contains("PreviewedKey, read in 'PreviewedOwner'"))
    #expect(report.contains("'withInjectedValues { $0[PreviewedKey.self] = … }'"))
  }

  @Test("A key that a test value reads is overridden by the key")
  func readInTestValue() async {
    let report = await issueReport { #expect(injected { $0[PreviewedUserKey.self] } == "preview") }
    #expect(report.contains("'withInjectedValues { $0[PreviewedKey.self] = … }'"))
  }

  @Test("A collection has in previews what it has live, as other keys")
  func collection() {
    withInjectedValues {
      $0.context = .preview
    } operation: {
      #expect(injected { $0[PreviewedListKey.self] } == [1])
    }
  }

  @Test("Where a scope renews what was prepared further out, its read names that scope")
  func renewed() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try? await withLoader(Loader()) {
        try await InjectedValues.prepare(DatabaseKey.self)
        withInjectedValues {
          $0.renew(DatabaseKey.self)
        } operation: {
          injected(\.database)
        }
      }
    }
    #expect(result.report.contains("FallbackTests.swift"))
    #expect(result.report.contains("renews it. Call 'try await InjectedValues.prepare("))
  }

  @Test("Where it was prepared there, the read names the scope inside for which it was not")
  func renewedOutside() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try? await withLoader(Loader()) {
        let app = InjectedSession { $0.renew(DatabaseKey.self) }
        try await app.run {
          try await InjectedValues.prepare(DatabaseKey.self)
          withInjectedValues {
            $0.loader = Loader()
          } operation: {
            _ = injected(\.database)
          }
        }
      }
    }
    #expect(result.report.contains("It was prepared outside the scope of"))
    #expect(result.report.contains("which overrides LoaderKey"))
  }

  @Test("An asynchronous key that another module completes, and a scope renews, is to be prepared")
  func renewedElsewhere() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
        $0.renew(RemoteDatabaseKey.self)
      } operation: {
        _ = injected { $0[RemoteDatabaseKey.self] }
      }
    }
    #expect(result.report.contains("InjectedValues.prepare(RemoteDatabaseKey.self)' before"))
  }

  @Test("What an operation gives need not be used, nor what one of a session gives")
  func discarded() async {
    // A warning for any of these is an error of the build.
    withInjectedValues {
      $0.number = 1
    } operation: {
      injected(\.number)
    }
    await withInjectedValues {
      $0.number = 1
    } operation: {
      await Task { injected(\.number) }.value
    }
    InjectedValues.current.run { injected(\.number) }
    let session = InjectedSession()
    session.run { injected(\.number) }
    await session.end()
  }

  @Test(
    "Changing a part of a value reads it without an issue, in every context",
    arguments: [InjectedContext.live, .preview, .test])
  func parts(context: InjectedContext) async {
    await withInjectedValues {
      $0.context = context
    } operation: {
      await withInjectedValues {
        $0[PreviewedKey.self].fetch = { "own" }
        $0[PartialInterfaceKey.self].fetch = { "own" }
        await Task.yield()
      } operation: {
        #expect(injected { $0[PreviewedKey.self] }.fetch() == "own")
        #expect(injected { $0[PartialInterfaceKey.self] }.fetch() == "own")
      }
    }
  }

  @Test("A launch may change a part of a value, which an interface alone has none of")
  func preparedPart() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      prepareInjectedValues {
        $0.context = .live
        $0[PartialInterfaceKey.self].fetch = { "own" }
      }
      precondition(injected { $0[PartialInterfaceKey.self] }.fetch() == "own")
    }
    #expect(result.report == "")
  }

  @Test("An update that reads a key without a test value, and does not assign it, reports that")
  func readInUpdate() async {
    let report = await issueReport {
      withInjectedValues {
        $0.text = $0[PreviewedKey.self].fetch()
        $0[PreviewedOtherKey.self].fetch = $0[PreviewedOtherKey.self].fetch
        $0.context = .live
      } operation: {
        #expect(injected(\.text) == "preview")
      }
    }
    #expect(report.contains("no test value for PreviewedKey, read"))
    #expect(!report.contains("PreviewedOtherKey"))
  }

  @Test("An update that assigns the key to a copy of its values, and takes that, reports nothing")
  func assignedInCopy() async {
    let issues = await collectingIssues {
      withInjectedValues {
        _ = $0[TakenKey.self]
        $0 = $0.overriding { $0[TakenKey.self] = "assigned" }
      } operation: {
        #expect(injected { $0[TakenKey.self] } == "assigned")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("What an update has decorated is reported as well, unless it is assigned")
  func decoratedInUpdate() async {
    let report = await issueReport {
      withInjectedValues {
        $0.decorate(PreviewedKey.self) { $0 }
        _ = $0[PreviewedKey.self]
        $0.decorate(PreviewedOtherKey.self) { $0 }
        $0[PreviewedOtherKey.self].fetch = { "own" }
        $0[WrappedKey.self].fetch = { "own" }
        $0.decorate(WrappedKey.self) { $0 }
      } operation: {
      }
    }
    #expect(report.contains("no test value for PreviewedKey, read"))
    #expect(!report.contains("PreviewedOtherKey"))
    #expect(!report.contains("WrappedKey"))
  }

  @Test(
    "An update that reads a key without a live value, and does not assign it, ends the process",
    arguments: [false, true])
  func readInLiveUpdate(atLaunch: Bool) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [atLaunch] in
      let update: (inout InjectedValues) -> Void = {
        $0.context = .live
        $0.text = $0[PartialInterfaceKey.self].fetch()
      }
      if atLaunch { return prepareInjectedValues(update) }
      withInjectedValues(update) {}
    }
    #expect(result.report.contains("no live value for PartialInterfaceKey"))
  }

  @Test(
    "So does one that registers or renews the key only after it has read what stood in for it",
    arguments: [false, true], [false, true])
  func registeredAfterRead(atLaunch: Bool, renews: Bool) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [atLaunch, renews] in
      let update: (inout InjectedValues) -> Void = {
        $0.context = .live
        $0.text = $0[PartialInterfaceKey.self].fetch()
        if renews { return $0.renew(PartialInterfaceKey.self) }
        $0.register(PartialInterfaceKey.self) { Fetcher { "live" } }
      }
      if atLaunch { return prepareInjectedValues(update) }
      withInjectedValues(update) {}
    }
    #expect(result.report.contains("no live value for PartialInterfaceKey"))
    #expect(result.report.contains("provides it after that read: provide it first") == !renews)
  }

  @Test("In a test, that is reported")
  func registeredAfterReadInTest() async {
    let report = await issueReport {
      withInjectedValues {
        $0.text = $0[PreviewedKey.self].fetch()
        $0.register(PreviewedKey.self) { Fetcher { "registered" } }
      } operation: {
        #expect(injected(\.text) == "preview")
      }
    }
    #expect(report.contains("no test value for PreviewedKey, read"))
  }

  @Test("A part of an asynchronous key is changed where it is prepared, and nowhere else")
  func partOfUnprepared() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        withInjectedValues {
          $0[PartialPreparedKey.self].fetch = { "own" }
        } operation: {
        }
      }
    }
    #expect(result.report.contains("PartialPreparedKey was read"))
  }

  @Test("A weak value may be optional: an object is shared while it is held, and nil is nil")
  func weakOptional() {
    var held = injected { $0[WeakOptionalKey.self] }
    #expect(held != nil)
    #expect(injected { $0[WeakOptionalKey.self] } === held)
    weak let first = held
    held = nil
    #expect(first == nil)
    withInjectedValues {
      $0.number = 1
    } operation: {
      #expect(injected { $0[WeakOptionalKey.self] } == nil)
    }
  }

  @Test("A preparation that throws prepares nothing")
  func preparation() throws {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try prepareInjectedValues {
        $0.number = 7
        throw Refused()
      }
    }
    #expect(injected(\.number) != 7)
    try prepareInjectedValues { values throws(Refused) in values[PreparedNameKey.self] = "prepared"
    }
    #expect(injected { $0[PreparedNameKey.self] } == "prepared")
  }

  @Test("A cycle that closes in an initialiser names it as a function, not as an accessor")
  func cycle() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = injected { $0[OwnRoundKey.self] }
    }
    #expect(result.report.contains("OwnRoundKey → OwnRoundKey, closed by a read in 'init()'"))
  }

  @Test("A cycle through a contribution, or a decoration, names its key twice")
  func cycleOfElement() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.contribute(OwnElementsKey.self) { injected { $0[OwnElementsKey.self] }.count }
        $0.decorate(OwnElementsKey.self) { $0 }
      } operation: {
        _ = injected { $0[OwnElementsKey.self] }
      }
    }
    #expect(result.report.contains("a cycle of defaults: OwnElementsKey → OwnElementsKey, closed"))
    #expect(result.report.contains("closure of '$0.decorate(OwnElementsKey.self) { … }'"))
  }
}

private enum OwnElementsKey: InjectedCollectionKey {
  typealias Element = Int
}

private struct Fetcher: Sendable {
  var fetch: @Sendable () -> String
}

private enum PreviewedKey: InjectedKey {
  static var liveValue: Fetcher { Fetcher { "live" } }
  static var previewValue: Fetcher { Fetcher { "preview" } }
}

private enum PreviewedOtherKey: InjectedKey {
  static var liveValue: Fetcher { Fetcher { "live" } }
}

private struct PreviewedOwner {
  @Injected({ $0[PreviewedKey.self] }) var fetcher
}

private enum WrappedKey: InjectedKey {
  static var liveValue: Fetcher { Fetcher { "live" } }
}

private enum PartialInterfaceKey: InjectedInterfaceKey {
  static var testValue: Fetcher { Fetcher { "test" } }
}

private enum PartialPreparedKey: AsyncInjectedKey {
  static func liveValue() async throws -> Fetcher { Fetcher { "live" } }
  static var testValue: Fetcher { Fetcher { "test" } }
}

private final class WeakObject: Sendable {}

private enum WeakOptionalKey: InjectedKey {
  static var liveValue: WeakObject? { injected(\.number) == 1 ? nil : WeakObject() }
  static var testValue: WeakObject? { liveValue }
  static var lifetime: InjectedLifetime { .weak }
}

private enum PreparedNameKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private final class OwnRound: Sendable {
  init() { _ = InjectedValues.current[OwnRoundKey.self] }
}

private enum OwnRoundKey: InjectedKey {
  static var liveValue: OwnRound { OwnRound() }
  static var testValue: OwnRound { OwnRound() }
}

private enum TakenKey: InjectedKey {
  static var liveValue: String { "live" }
}
