import Injection

/// A random number generator that many tasks share: in `\.randomNumberGenerator`.
///
/// ```swift
/// struct Dice {
///   @Injected(\.randomNumberGenerator) var generator
///   func roll() -> Int {
///     generator.withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
///   }
/// }
/// ```
///
/// Copies share one sequence. Each number is drawn under a lock, and given once; a closure that
/// draws several holds none, so that closures which run at the same time share the sequence out.
public struct SharedRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private let draw: @Sendable () -> UInt64

  /// Creates a generator that draws from another, which must not be drawn from elsewhere.
  ///
  /// - Parameter generator: The generator; its `next()` is called under a lock.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    let source = Source(generator)
    draw = { source.next() }
  }

  /// Creates a generator.
  ///
  /// - Parameter draw: Gives 64 random bits; called by any task, at the same time too.
  public init(_ draw: @escaping @Sendable () -> UInt64) {
    self.draw = draw
  }

  /// A generator that gives the sequence of ``SeededRandomNumberGenerator``.
  ///
  /// - Parameter seed: Selects the sequence.
  /// - Returns: The generator, at the beginning of its sequence.
  public static func seeded(_ seed: UInt64) -> SharedRandomNumberGenerator {
    SharedRandomNumberGenerator(SeededRandomNumberGenerator(seed: seed))
  }

  /// Draws 64 random bits.
  public func next() -> UInt64 { draw() }

  /// Passes the generator to functions that take one as `inout`.
  ///
  /// - Parameter body: Draws from the generator.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withRandomNumberGenerator<R, E: Error>(
    _ body: (inout SharedRandomNumberGenerator) throws(E) -> R
  ) throws(E) -> R {
    var generator = self
    return try body(&generator)
  }

  /// Passes the generator to functions that take one as `inout`.
  ///
  /// - Parameter body: Draws from the generator.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func callAsFunction<R, E: Error>(
    _ body: (inout SharedRandomNumberGenerator) throws(E) -> R
  ) throws(E) -> R {
    try withRandomNumberGenerator(body)
  }

  private final class Source<Generator: RandomNumberGenerator & Sendable>: Sendable {
    private let generator: Guarded<Generator>

    init(_ generator: Generator) { self.generator = Guarded(generator) }

    func next() -> UInt64 { generator.withLock { $0.next() } }
  }
}
