import Foundation
import Injection
import InjectionEssentials

/// Uses each service live, then under overrides, and fails where a value is not what it should be.
@main struct Essentials {
  static func main() async throws {
    let live = try await Reminder().ring(after: .milliseconds(1))
    print("live:", live.isEmpty ? "nothing" : "rang")

    let clock = TestClock()
    let opened = OpenedURLs()
    let text = try await withInjectedValues {
      $0.clock = clock
      $0.date.now = Date(timeIntervalSince1970: 1_000_000_000)
      $0.uuid = .incrementing
      $0.locale = Locale(identifier: "en_GB")
      $0.timeZone = .gmt
      $0.calendar = Calendar(identifier: .gregorian)
      $0.processEnvironment = ["USER_NAME": "ada"]
      $0.randomNumberGenerator = .seeded(1)
      $0.openURL = opened.openURL
      $0.notificationCenter = NotificationCenter()
    } operation: {
      let reminder = Task { try await Reminder().ring(after: .seconds(3600)) }
      await clock.advance(by: .seconds(3600))
      await injected(\.openURL)(URL(filePath: "/help"))
      injected(\.notificationCenter).post(name: Notification.Name("rang"), object: nil)
      return try await reminder.value
    }
    print("overridden:", text)
    guard text.hasPrefix("2001 \(UUID(0)) en_GB ada "), opened.urls.count == 1 else {
      print("That is wrong.")
      exit(1)
    }
  }
}
