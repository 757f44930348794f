import Synchronization

/// What InjectionTesting does for the container in a process that runs tests; found by its name, where it
/// is linked without being imported.
package protocol TestSupporting: SendableMetatype {
  /// Whether a test runner started the process.
  static var isTestProcess: Bool { get }

  /// The world of the test that a caller outside every scope runs for, and whether it surely does.
  ///
  /// Else the caller has lost its test, if it had one, and the world is the one that it would see.
  static func surroundings() -> (world: TestWorld?, isCertain: Bool)

  /// The `TestIdentity.id` of the test that the caller surely runs for, whatever scope the caller is in; `nil`
  /// where the test is not known.
  static var callersTest: String? { get }

  /// Records an issue of a test: the test that the issue belongs to, or in whose world the read was, if known.
  static func record(_ issue: InjectionIssue, for test: TestIdentity?)
}

/// An issue, as a test runner records it.
package struct InjectionIssue: Sendable {
  /// What is wrong, and how to mend it.
  package let message: String
  /// The scope that the issue belongs to, if it belongs to one.
  package let place: SourcePlace?
  /// Whether the process ends after it.
  package var isFatal = false
  /// Whether it fails no test, since it is not certain that the test is to blame.
  package var isWarning = false
  /// Whether it belongs to the test that it is recorded for, whatever test the caller runs for.
  package var hasOwner = false
}

/// Whether the process runs tests, and who supports them.
package enum TestSupport {
  private enum State {
    static let unknown: UInt8 = 0
    static let absent: UInt8 = 1
    static let present: UInt8 = 2
  }

  private static let state = Atomic<UInt8>(State.unknown)
  private static let installed = AtomicLazyReference<Box<any TestSupporting.Type>>()

  /// The support that is linked into this process; `nil` where it runs no tests.
  ///
  /// Asked for whenever a scope is entered: where there is none, one load answers.
  @inline(__always)
  package static var current: (any TestSupporting.Type)? { mayBePresent ? installedOrFound : nil }

  /// Whether there is support, or nobody has looked for it yet.
  @inline(__always)
  static var mayBePresent: Bool { state.load(ordering: .acquiring) != State.absent }

  static var isPresent: Bool { current != nil }

  @inline(never)
  private static var installedOrFound: (any TestSupporting.Type)? {
    if let box = installed.load() { return box.value }
    let type = _typeByName("16InjectionTesting8TestHookO") as? any TestSupporting.Type
    if let type, type.isTestProcess {
      install(type)
    } else {
      // Another thread, or this one meanwhile, may have installed it.
      _ = state.compareExchange(
        expected: State.unknown, desired: State.absent, ordering: .acquiringAndReleasing)
    }
    return installed.load()?.value
  }

  package static func install(_ support: any TestSupporting.Type) {
    _ = installed.storeIfNil(Box(support))
    state.store(State.present, ordering: .releasing)
  }
}
