import Injection
import InjectionEssentials
import Testing

@Suite("Random numbers")
struct RandomNumberTests {
  @Test("A seeded generator is SplitMix64, number by number")
  func reference() {
    // The numbers of the reference implementation.
    var generator = SeededRandomNumberGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
    var zero = SeededRandomNumberGenerator(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
  }

  @Test("The same seed gives the same rolls")
  func seeded() {
    let rolls = withInjectedValues {
      $0.randomNumberGenerator = .seeded(42)
    } operation: {
      (0..<8).map { _ in Dice().roll() }
    }
    let again = withInjectedValues {
      $0.randomNumberGenerator = .seeded(42)
    } operation: {
      (0..<8).map { _ in Dice().roll() }
    }
    #expect(rolls == again)
    #expect(Set(rolls).count > 1)
  }

  @Test("Copies share one sequence, of which each number is given once")
  func shared() async {
    let generator = SharedRandomNumberGenerator.seeded(7)
    let drawn = await withTaskGroup(of: UInt64.self) { group in
      for _ in 0..<1000 {
        group.addTask {
          let copy = generator
          return copy.next()
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var expected = SeededRandomNumberGenerator(seed: 7)
    #expect(drawn.sorted() == (0..<1000).map { _ in expected.next() }.sorted())
  }

  @Test("Errors keep their type, and a closure may draw inside another's draw")
  func errorsAndNesting() {
    struct Failure: Error {}
    let generator = SharedRandomNumberGenerator.seeded(7)
    #expect(throws: Failure.self) {
      try generator { (_) throws(Failure) in throw Failure() }
    }
    let sum = generator.withRandomNumberGenerator { outer in
      outer.next() &+ generator.withRandomNumberGenerator { $0.next() }
    }
    var expected = SeededRandomNumberGenerator(seed: 7)
    #expect(sum == expected.next() &+ expected.next())
  }
}

struct Dice {
  @Injected(\.randomNumberGenerator) var generator
  func roll() -> Int {
    generator.withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  }
}
