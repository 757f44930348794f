import Foundation
import Injection
import InjectionEssentials

/// Reminds of something after a while, and says when and as what.
struct Reminder: Sendable {
  @Injected(\.clock) var clock
  @Injected(\.date.now) var now
  @Injected(\.uuid) var uuid
  @Injected(\.locale) var locale
  @Injected(\.preferredLocales) var preferred
  @Injected(\.timeZone) var timeZone
  @Injected(\.calendar) var calendar
  @Injected(\.processEnvironment) var environment
  @Injected(\.randomNumberGenerator) var generator

  func ring(after delay: Duration) async throws -> String {
    try await clock.sleep(for: delay)
    var calendar = calendar
    calendar.timeZone = timeZone
    let year = calendar.component(.year, from: now)
    let roll = generator.withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
    let user = environment["USER_NAME"] ?? "nobody"
    let language = preferred.first?.identifier ?? "no language"
    return "\(year) \(uuid()) \(locale.identifier) \(language) \(user) \(roll)"
  }
}
