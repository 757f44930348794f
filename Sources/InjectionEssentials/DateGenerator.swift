public import Foundation
public import Injection

/// Gives the date: in `\.date`.
///
/// ```swift
/// struct Stamp {
///   @Injected(\.date.now) var now
///   @Injected(\.date) var date
///   var isSame: Bool { now == date() }
/// }
/// ```
///
/// A test sets `$0.date.now`, which holds that date, or `$0.date`.
public struct DateGenerator: Sendable {
  private var source: Source<Date>

  /// Creates a generator.
  ///
  /// - Parameter generate: Called at each read.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.init(.made(generate))
  }

  private init(_ source: Source<Date>) { self.source = source }

  /// Gives the same date for ever.
  ///
  /// - Parameter date: The date to give.
  /// - Returns: The generator.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator(.fixed(date))
  }

  /// The date; setting it makes the generator constant.
  public var now: Date {
    get { source() }
    set { source = .fixed(newValue) }
  }

  /// Gives the date.
  public func callAsFunction() -> Date { source() }
}

extension InjectedValues {
  /// What gives the date.
  ///
  /// Live and in previews the system's. In tests a call is an issue, and gives the system's.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

private enum DateKey: InjectedKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }
  static var previewValue: DateGenerator { liveValue }
  static var testValue: DateGenerator {
    DateGenerator(
      unimplemented("date", mending: "Write '$0.date.now = …'", placeholder: Date()))
  }
}
