internal import Foundation

/// What one run answered to one question.
package enum Measure: Sendable, Hashable {
  /// What was seen.
  case text(String)
  /// Whether it happened.
  case flag(Bool)
  /// How often it happened.
  case count(Int)
  /// How long it took.
  case nanoseconds(Double)
  /// How much more it was than at first.
  case factor(Double)
  /// Why it could not be run here.
  case notRun(String)

  package var text: String {
    switch self {
    case .text(let text): text.onOneLine
    case .flag(let flag): flag ? "yes" : "no"
    case .count(let count): "\(count)"
    case .nanoseconds(let time): "\(Self.figure(time)) ns"
    case .factor(let factor): "×\(Self.figure(factor))"
    case .notRun(let reason): "not run: \(reason.onOneLine)"
    }
  }

  /// The time, for those that are one.
  package var nanoseconds: Double? { if case .nanoseconds(let time) = self { time } else { nil } }

  var isNotRun: Bool { if case .notRun = self { true } else { false } }

  /// What a chart draws, for those that are measured.
  var length: Double? {
    switch self {
    case .nanoseconds(let time): time
    case .factor(let factor): factor
    case .text, .flag, .count, .notRun: nil
    }
  }

  static func figure(_ value: Double) -> String {
    String(format: value < 10 ? "%.1f" : "%.0f", value)
  }
}
