public import Foundation
public import Injection

extension InjectedValues {
  /// The centre that notifications are posted to.
  ///
  /// Live and in previews `NotificationCenter.default`. In tests a centre of the test's own, which
  /// only the test and its code post to.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: InjectedKey {
  static var liveValue: NotificationCenter { .default }
  static var previewValue: NotificationCenter { liveValue }
  static var testValue: NotificationCenter { NotificationCenter() }
}
