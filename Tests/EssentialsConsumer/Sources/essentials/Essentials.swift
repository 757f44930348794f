import Foundation
import Injection
import InjectionEssentials

/// Uses each service live, then under overrides, and fails where a value is not what it should be.
@main struct Essentials {
  static func main() async throws {
    let live = try await Reminder().ring(after: .milliseconds(1))
    print("live:", live.isEmpty ? "nothing" : "rang")

    let opened = OpenedURLs()
    let text = try await withInjectedValues {
      $0.date.now = Date(timeIntervalSince1970: 1_000_000_000)
      $0.uuid = .incrementing
      $0.locale = Locale(identifier: "en_GB")
      $0.preferredLocales = [Locale(identifier: "cy_GB")]
      $0.timeZone = .gmt
      $0.calendar = Calendar(identifier: .gregorian)
      $0.processEnvironment = ["USER_NAME": "ada"]
      $0.randomNumberGenerator = .seeded(1)
      $0.openURL = opened.openURL
      $0.notificationCenter = NotificationCenter()
      $0.fireAndForget = .immediate
    } operation: {
      await injected(\.openURL)(URL(filePath: "/help"))
      let fireAndForget = injected(\.fireAndForget)
      await fireAndForget { await injected(\.openURL)(URL(filePath: "/thanks")) }
      injected(\.notificationCenter).post(name: Notification.Name("rang"), object: nil)
      return try await Reminder().ring(after: .milliseconds(1))
    }
    print("overridden:", text)
    guard text.hasPrefix("2001 \(UUID(0)) en_GB cy_GB ada "), opened.urls.count == 2 else {
      print("That is wrong.")
      exit(1)
    }
  }
}
