public import Foundation
public import Injection
import Synchronization

/// Gives identifiers: in `\.uuid`.
///
/// ```swift
/// let ids = withInjectedValues {
///   $0.uuid = .incrementing
/// } operation: {
///   (injected(\.uuid)(), injected(\.uuid)())
/// }
/// // ids is (UUID(0), UUID(1))
/// ```
public struct UUIDGenerator: Sendable {
  private let source: Source<UUID>

  /// Creates a generator.
  ///
  /// - Parameter generate: Called for each identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.init(.made(generate))
  }

  private init(_ source: Source<UUID>) { self.source = source }

  /// A generator of its own at each read, which gives `UUID(0)`, `UUID(1)` and so on.
  ///
  /// Each number is given once, to whichever task asks first.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { counter.next() }
  }

  /// Gives the same identifier for ever.
  ///
  /// - Parameter uuid: The identifier to give.
  /// - Returns: The generator.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator(.fixed(uuid))
  }

  /// Gives an identifier.
  public func callAsFunction() -> UUID { source() }

  private final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    func next() -> UUID { UUID(count.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }
}

extension UUID {
  /// Creates the identifier whose last bytes are a number, the others zero; for tests.
  ///
  /// `UUID(10)` is 00000000-0000-0000-0000-00000000000A.
  ///
  /// - Parameter number: The number, which must not be negative, nor more than `UInt64` holds.
  public init(_ number: some BinaryInteger) {
    guard let number = UInt64(exactly: number) else {
      preconditionFailure("UUID(\(number)): the number must be in 0...\(UInt64.max).")
    }
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5],
        bytes[6], bytes[7]
      ))
  }
}

extension InjectedValues {
  /// What gives identifiers.
  ///
  /// Live and in previews random ones. In tests a call is an issue, and gives a random one.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}

private enum UUIDKey: InjectedKey {
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
  static var previewValue: UUIDGenerator { liveValue }
  static var testValue: UUIDGenerator {
    UUIDGenerator(
      unimplemented("uuid", mending: "Write '$0.uuid = .incrementing'", placeholder: UUID()))
  }
}
