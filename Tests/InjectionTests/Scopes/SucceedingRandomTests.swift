import Injection
import TestSupport
import Testing

private enum Digit<Place>: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum Ones {}
private enum Tens {}
private enum Hundreds {}

/// What was built, and from what.
private final class Sum: Sendable {
  let digits: [Int]
  let parts: [Sum]

  init(_ digits: [Int], _ parts: [Sum] = []) {
    self.digits = digits
    self.parts = parts
  }
}

private enum LowKey: InjectedInterfaceKey {
  static var testValue: Sum { injected { Sum([$0[Digit<Ones>.self], $0[Digit<Tens>.self]]) } }
}

private enum HighKey: InjectedInterfaceKey {
  static var testValue: Sum { injected { Sum([$0[Digit<Tens>.self], $0[Digit<Hundreds>.self]]) } }
}

private enum WholeKey: InjectedInterfaceKey {
  static var testValue: Sum {
    injected { values in
      let parts = [values[LowKey.self], values[HighKey.self]]
      return Sum(parts.flatMap(\.digits), parts)
    }
  }
}

/// The digits that one scope overrides; those that it does not are nil.
private typealias Overrides = [Int?]

/// Where a digit comes from, seen from the inner scope: how deep, and what it is.
private struct Origin: Equatable {
  let level: Int
  let digit: Int
}

extension InjectedValues {
  fileprivate func successor(of earlier: InjectedValues?, _ digits: Overrides) -> InjectedValues {
    overriding { values in
      if let ones = digits[0] { values[Digit<Ones>.self] = ones }
      if let tens = digits[1] { values[Digit<Tens>.self] = tens }
      if let hundreds = digits[2] { values[Digit<Hundreds>.self] = hundreds }
    }.succeeding(earlier)
  }
}

@Suite("Random successions of two scopes against what is built from scratch")
struct SucceedingRandomTests {
  @Test("Programs of 20 steps, a third of what `INJECTION_TEST_PROGRAMS` says")
  func programs() async {
    for seed in SplitMix.seeds(SplitMix.programCount / 3) {
      #expect(Succession(seed: seed).run() == nil, "INJECTION_TEST_SEED=\(seed)")
      await Task.yield()  // Other tests share the pool, and have time limits.
    }
  }
}

private final class Succession {
  private var generator: SplitMix
  private var outer: InjectedValues?
  private var inner: InjectedValues?
  private var outerDigits: Overrides = [nil, nil, nil]
  private var innerDigits: Overrides = [nil, nil, nil]
  /// What was read in the inner scope, as long as it is certain that it has to stay.
  private var kept: [(sum: Sum, origins: [Origin])?] = [nil, nil, nil]

  init(seed: UInt64) {
    generator = SplitMix(state: seed)
  }

  /// Gives what went wrong.
  func run() -> String? {
    for _ in 0..<20 {
      if Int.random(in: 0..<2, using: &generator) == 0 { outerDigits = changed(outerDigits) }
      if Int.random(in: 0..<2, using: &generator) == 0 { innerDigits = changed(innerDigits) }
      let outside = InjectedValues.current.successor(of: outer, outerDigits)
      let inside = outside.successor(of: inner, innerDigits)
      (outer, inner) = (outside, inside)
      for (index, places) in [[0, 1], [1, 2], [0, 1, 1, 2]].enumerated() {
        let origins = places.map(origin)
        if let known = kept[index], known.origins != origins { kept[index] = nil }
        guard Int.random(in: 0..<3, using: &generator) > 0 else { continue }
        let sum = read(index, in: inside)
        if sum.digits != origins.map(\.digit) { return "\(sum.digits) for \(origins)" }
        if let known = kept[index], known.sum !== sum { return "built anew: \(origins)" }
        if index == 2, sum.parts[0] !== read(0, in: inside) || sum.parts[1] !== read(1, in: inside)
        {
          return "torn: \(origins)"
        }
        kept[index] = (sum, origins)
      }
    }
    return nil
  }

  private func changed(_ digits: Overrides) -> Overrides {
    var digits = digits
    let digit = Int.random(in: 0..<4, using: &generator)
    digits[Int.random(in: 0..<3, using: &generator)] = digit == 3 ? nil : digit
    return digits
  }

  private func origin(_ place: Int) -> Origin {
    if let digit = innerDigits[place] { return Origin(level: 2, digit: digit) }
    if let digit = outerDigits[place] { return Origin(level: 1, digit: digit) }
    return Origin(level: 0, digit: 0)
  }

  private func read(_ index: Int, in values: InjectedValues) -> Sum {
    switch index {
    case 0: values[LowKey.self]
    case 1: values[HighKey.self]
    default: values[WholeKey.self]
    }
  }
}
