import Foundation

/// A generator with a seed, so that a failure can be replayed.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  /// The seed of the one program to run, if `INJECTION_TEST_SEED` names one.
  package static let replayedSeed = ProcessInfo.processInfo.environment["INJECTION_TEST_SEED"]
    .flatMap { UInt64($0) }

  /// How many programs are run otherwise.
  package static let programCount =
    ProcessInfo.processInfo.environment["INJECTION_TEST_PROGRAMS"].flatMap { Int($0) } ?? 3_000

  /// The seed to replay, if there is one; else so many in a row, from a random one on.
  ///
  /// Says which they are: a program that traps or hangs names none.
  package static func seeds(_ count: Int) -> [UInt64] {
    if let seed = replayedSeed { return [seed] }
    let start = UInt64.random(in: 0..<(1 << 40))
    FileHandle.standardError.write(Data("random seeds: \(count) from \(start)\n".utf8))
    return (0..<count).map { start + UInt64($0) }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
