/// Gives the same sequence for the same seed, on every platform: SplitMix64.
///
/// The algorithm is that of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (2014), with the constants of Vigna's reference implementation. Its period is 2⁶⁴. It is for tests,
/// and no source of secrets.
///
/// What the standard library makes of the bits, as in `Int.random(in:using:)`, is the same wherever
/// the version of Swift is.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator at the beginning of a sequence.
  ///
  /// - Parameter seed: Selects the sequence.
  public init(seed: UInt64) {
    state = seed
  }

  /// Draws 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
