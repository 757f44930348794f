import Injection

/// Reads the other one when it goes.
final class LeftMourner: Sendable {
  private let number = injected(\.number)
  private let right = Injected { $0[RightMournerKey.self] }

  deinit { _ = right() }
}

/// Reads the other one when it goes.
final class RightMourner: Sendable {
  private let number = injected(\.number)
  private let left = Injected { $0[LeftMournerKey.self] }

  deinit { _ = left() }
}

enum LeftMournerKey: InjectedInterfaceKey {
  static var testValue: LeftMourner { LeftMourner() }
}

enum RightMournerKey: InjectedInterfaceKey {
  static var testValue: RightMourner { RightMourner() }
}
