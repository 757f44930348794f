import Synchronization

/// What InjectionTesting does for the container in a process that runs tests.
package struct TestSupport: Sendable {
  /// Says which test the caller runs for.
  let surroundings: @Sendable () -> TestSurroundings
  /// Records an issue; the identity is that of the test whose world the read was in, if known.
  let record: @Sendable (InjectionIssue, TestIdentity?) -> Void

  /// Creates the support of one kind of tests.
  package init(
    surroundings: @escaping @Sendable () -> TestSurroundings,
    record: @escaping @Sendable (InjectionIssue, TestIdentity?) -> Void
  ) {
    self.surroundings = surroundings
    self.record = record
  }
}

/// What the container can know of the test that a caller outside every scope runs for.
package enum TestSurroundings: Sendable {
  /// The caller surely runs for the test.
  case inside(TestWorld)
  /// The caller has lost its test, if it had one: what it would see is given.
  case outside(TestWorld?)

  var testWorld: Scope? {
    switch self {
    case .inside(let world): world.scope
    case .outside(let world): world?.scope
    }
  }
}

/// An issue, as a test runner records it.
package struct InjectionIssue: Sendable {
  /// What is wrong, and how to mend it.
  package let message: String
  /// The module and file of the scope that the issue belongs to, if it belongs to one.
  package let fileID: String?
  /// The line in that file.
  package let line: Int
  /// Whether the process ends after it.
  package let isFatal: Bool
  /// Whether it fails no test, since it is not certain that the test is to blame.
  package let isWarning: Bool

  init(
    message: String, place: SourcePlace?, isFatal: Bool = false, isWarning: Bool = false
  ) {
    self.message = message
    self.fileID = place?.fileID
    self.line = Int(place?.lineNumber ?? 1)
    self.isFatal = isFatal
    self.isWarning = isWarning
  }
}

/// How a module that is linked without being imported is found.
package protocol TestSupportProviding {
  /// The support, where the process runs tests.
  static func makeTestSupport() -> TestSupport?
}

extension TestSupport {
  /// What is known of the process.
  private enum State {
    static let unknown: UInt8 = 0
    static let absent: UInt8 = 1
    static let present: UInt8 = 2
  }

  private static let state = Atomic<UInt8>(State.unknown)
  private static let installed = AtomicLazyReference<Box>()

  /// The support that is linked into this process; `nil` where it runs no tests.
  ///
  /// Asked for whenever a scope is entered: where there is none, one load answers.
  @inline(__always)
  package static var current: TestSupport? {
    state.load(ordering: .acquiring) == State.absent ? nil : installedOrFound
  }

  /// Whether there is support, or nobody has looked for it yet.
  static var mayBePresent: Bool {
    state.load(ordering: .acquiring) != State.absent
  }

  /// Whether there is support.
  static var isPresent: Bool { current != nil }

  @inline(never)
  private static var installedOrFound: TestSupport? {
    if let box = installed.load() { return box.support }
    let type = _typeByName("16InjectionTesting8TestHookO")
    if let support = (type as? any TestSupportProviding.Type)?.makeTestSupport() {
      install(support)
    } else {
      // Another thread, or this one meanwhile, may have installed it.
      _ = state.compareExchange(
        expected: State.unknown, desired: State.absent, ordering: .acquiringAndReleasing)
    }
    return installed.load()?.support
  }

  /// Provides the support, unless there is one.
  package static func install(_ support: TestSupport) {
    _ = installed.storeIfNil(Box(support))
    state.store(State.present, ordering: .releasing)
  }

  private final class Box: Sendable {
    let support: TestSupport
    init(_ support: TestSupport) { self.support = support }
  }
}
