import Injection
import TestSupport
import Testing

@Suite("Rule 4: what a build reads in an owner's scope is recorded, however it reads there")
struct OwnerInBuildTests {
  @Test(
    "An override reaches what was built by reading through an owner",
    arguments: PaperReading.allCases, PaperSource.allCases)
  func override(way: PaperReading, source: PaperSource) {
    guard way.isIn(source) else { return }
    for isOverriddenFirst in [false, true] {
      Self.inScope(of: way, source) {
        let read = { injected { $0[ReportKey.self] }.title }
        let readOverridden = {
          withInjectedValues {
            $0[HeadingKey.self] = "new"
          } operation: {
            injected { $0[ReportKey.self] }.title
          }
        }
        if isOverriddenFirst {
          #expect(readOverridden() == "new")
          #expect(read() == "old")
        } else {
          #expect(read() == "old")
          #expect(readOverridden() == "new")
        }
      }
    }
  }

  @Test(
    "Where nothing decides otherwise, it is one",
    arguments: PaperReading.allCases, PaperSource.allCases)
  func shared(way: PaperReading, source: PaperSource) {
    guard way.isIn(source) else { return }
    Self.inScope(of: way, source) {
      let report = injected { $0[ReportKey.self] }
      withInjectedValues {
        $0[PlaceKey.self] = "elsewhere"
      } operation: {
        #expect(injected { $0[ReportKey.self] } === report)
      }
    }
  }

  @Test("Nothing is left of it", arguments: PaperReading.allCases, PaperSource.ofParts)
  func left(way: PaperReading, source: PaperSource) {
    weak var report: Report?
    Self.inScope(of: way, source) {
      let made = injected { $0[ReportKey.self] }
      #expect(made.part?.title() == "old")
      report = made
    }
    #expect(report == nil)
  }

  @Test("What is prepared by reading there is not for readers for whom that is decided otherwise")
  func prepared() async throws {
    let title = { @Sendable () async throws -> String in
      try await InjectedValues.prepare(PreparedReportKey.self)
      return injected { $0[PreparedReportKey.self] }
    }
    try await withInjectedValues {
      $0.context = .live
      $0[PlaceKey.self] = "here"
    } operation: {
      let old = try await title()
      #expect(old == "old")
      let new = try await withInjectedValues {
        $0[HeadingKey.self] = "new"
      } operation: {
        try await title()
      }
      #expect(new == "new")
    }
  }

  @Test("So does one of what is read by a part that the build has made there")
  func part() {
    #expect(injected { $0[HubWheelKey.self] } == "old")
    withInjectedValues {
      $0[HeadingKey.self] = "new"
    } operation: {
      #expect(injected { $0[HubWheelKey.self] } == "new")
    }
  }

  /// Runs an operation in a scope of its own, in which a report's build finds an owner.
  private static func inScope(of way: PaperReading, _ source: PaperSource, _ operation: () -> Void)
  {
    let shelf = Shelf()
    withInjectedValues {
      $0[WayKey.self] = way
      $0[ShelfKey.self] = shelf
      $0[SourceKey.self] = source
    } operation: {
      withInjectedValues {
        $0[PlaceKey.self] = "inside"
      } operation: {
        shelf.paper.withLock { $0 = Paper() }
      }
      operation()
      // It holds the scope, which holds the shelf.
      shelf.paper.withLock { $0 = nil }
    }
  }
}

/// How a build reads through an owner.
enum PaperReading: Sendable, CaseIterable {
  case wrapper, from, fromInScope, captured, capturedInScope, capturedFromModel, keptScope

  /// Captured values of an owner that was made elsewhere are entered as they are.
  fileprivate func isIn(_ source: PaperSource) -> Bool {
    source != .model || [.wrapper, .from, .fromInScope].contains(self)
  }
}

/// Where that owner comes from: an object of a scope further in, or a part that was built in a scope of the build's
/// own, also on top of that object's, or for each read.
enum PaperSource: Sendable, CaseIterable {
  case model, part, partOnModel, transientPart

  static let ofParts = [PaperSource.part, .partOnModel, .transientPart]
}

private final class Shelf: Sendable {
  let paper = Guarded<Paper?>(nil)
}

private final class Paper: Sendable {
  private let heading = Injected { $0[HeadingKey.self] }
  private let values = InjectedValues.current
  private let inner = InjectedValues.current.overriding { $0[PlaceKey.self] = "in the paper" }

  func title() -> String { heading() }

  func title(by way: PaperReading) -> String {
    let read = { injected { $0[HeadingKey.self] } }
    let readInScope = {
      withInjectedValues {
        $0[PlaceKey.self] = "in a scope"
      } operation: {
        injected { $0[HeadingKey.self] }
      }
    }
    return switch way {
    case .wrapper: heading()
    case .from: withInjectedValues(from: self, operation: read)
    case .fromInScope: withInjectedValues(from: self, operation: readInScope)
    case .captured: values.run(read)
    case .capturedInScope: values.run(readInScope)
    case .capturedFromModel:
      values.run {
        let model = injected { $0[ShelfKey.self] }?.paper.withLock { $0 }
        return withInjectedValues(from: model, operation: read)
      }
    case .keptScope: inner.run(read)
    }
  }
}

private final class Report: Sendable {
  /// The part that it has built, if there is one.
  let part: Paper?
  let title: String

  init() {
    let (way, source) = (injected { $0[WayKey.self] }, injected { $0[SourceKey.self] })
    let model = injected { $0[ShelfKey.self] }?.paper.withLock { $0 }
    let renew = { (values: inout InjectedValues) in values.renew(PaperKey.self) }
    part =
      switch source {
      case .model: nil
      case .part: withInjectedValues(renew, operation: { injected { $0[PaperKey.self] } })
      case .partOnModel:
        withInjectedValues(from: model, renew, operation: { injected { $0[PaperKey.self] } })
      case .transientPart: withInjectedValues(renew, operation: { injected { $0[SheetKey.self] } })
      }
    title = (part ?? model)?.title(by: way) ?? ""
  }
}

private enum HeadingKey: InjectedKey {
  static let liveValue = "old"
  static let testValue = "old"
}

private enum PlaceKey: InjectedKey {
  static let liveValue = "anywhere"
  static let testValue = "anywhere"
}

private enum WayKey: InjectedInterfaceKey {
  static let testValue = PaperReading.wrapper
}

private enum ShelfKey: InjectedInterfaceKey {
  static let testValue: Shelf? = nil
}

private enum SourceKey: InjectedInterfaceKey {
  static let testValue = PaperSource.part
}

private enum PaperKey: InjectedKey {
  static var liveValue: Paper { Paper() }
  static var testValue: Paper { Paper() }
}

private enum SheetKey: InjectedInterfaceKey {
  static var testValue: Paper { Paper() }
  static var lifetime: InjectedLifetime { .transient }
}

private enum ReportKey: InjectedInterfaceKey {
  static var testValue: Report { Report() }
}

private enum PreparedReportKey: AsyncInjectedKey {
  static func liveValue() async throws -> String {
    await Task.yield()
    let paper = withInjectedValues {
      $0.renew(PaperKey.self)
    } operation: {
      injected { $0[PaperKey.self] }
    }
    return withInjectedValues(from: paper) { injected { $0[HeadingKey.self] } }
  }
}

/// Has an owner that was made in a scope of its own.
private final class HubOwner: Sendable {
  let place = withInjectedValues {
    $0[PlaceKey.self] = "at the hub"
  } operation: {
    Injected { $0[PlaceKey.self] }
  }
}

private enum HubOwnerKey: InjectedInterfaceKey { static var testValue: HubOwner { HubOwner() } }

private final class Spoke: Sendable {
  let number = injected { $0[SpokeNumberKey.self] }
  let values = InjectedValues.current
}

private enum SpokeNumberKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
private enum SpokeKey: InjectedInterfaceKey { static var testValue: Spoke { Spoke() } }

private enum HubWheelKey: InjectedInterfaceKey {
  static var testValue: String {
    let spoke = withInjectedValues(from: injected { $0[HubOwnerKey.self] }) {
      $0[SpokeNumberKey.self] = 1
    } operation: {
      injected { $0[SpokeKey.self] }
    }
    return spoke.values.run { injected { $0[HeadingKey.self] } }
  }
}
