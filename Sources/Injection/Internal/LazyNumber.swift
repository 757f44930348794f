import Synchronization

/// A number that is drawn once it is needed, and that nothing else ever draws.
struct LazyNumber: ~Copyable, Sendable {
  private static let last = Atomic<UInt64>(0)
  private let drawn: Atomic<UInt64>

  /// Creates a number that is yet to be drawn.
  init() {
    drawn = Atomic(0)
  }

  /// Creates the number of something else, for what stands for the same.
  init(sharing other: borrowing LazyNumber) {
    drawn = Atomic(other.required)
  }

  /// The number; 0 until somebody needs it.
  var known: UInt64 { drawn.load(ordering: .acquiring) }

  /// The number, drawn now if it has not been.
  @inline(never)
  var required: UInt64 {
    let known = known
    if known != 0 { return known }
    let fresh = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    let (isFirst, present) = drawn.compareExchange(
      expected: 0, desired: fresh, ordering: .acquiringAndReleasing)
    return isFirst ? fresh : present
  }
}
