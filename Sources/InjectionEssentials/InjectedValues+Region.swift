public import Foundation
public import Injection

extension InjectedValues {
  /// The calendar that dates are computed with.
  ///
  /// Live and in previews `Calendar.autoupdatingCurrent`. In tests the first read is an issue, and
  /// gives the same, which depends on the machine.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The time zone that dates are shown in.
  ///
  /// Live and in previews `TimeZone.autoupdatingCurrent`. In tests the first read is an issue, and
  /// gives the same, which depends on the machine.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }

  /// The locale that values are formatted for.
  ///
  /// Live and in previews `Locale.autoupdatingCurrent`. In tests the first read is an issue, and
  /// gives the same, which depends on the machine.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The locales of the languages that the user reads, the best first.
  ///
  /// Live and in previews those of `Locale.preferredLanguages`, as they are at the first read: a
  /// system that changes its languages starts its apps anew. In tests the first read is an issue, and
  /// gives the same, which depends on the machine.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }
}

private enum CalendarKey: InjectedKey {
  static var liveValue: Calendar { .autoupdatingCurrent }
  static var previewValue: Calendar { liveValue }
}

private enum TimeZoneKey: InjectedKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }
  static var previewValue: TimeZone { liveValue }
}

private enum LocaleKey: InjectedKey {
  static var liveValue: Locale { .autoupdatingCurrent }
  static var previewValue: Locale { liveValue }
}

private enum PreferredLocalesKey: InjectedKey {
  static var liveValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }
  static var previewValue: [Locale] { liveValue }
}
