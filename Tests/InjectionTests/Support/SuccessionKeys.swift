import Injection

// The services of the tests of values that succeed others.

/// What was built, which is told apart by identity.
final class SuccessionObject: Sendable {
  let text: String
  let parts: [SuccessionObject]

  init(_ text: String, _ parts: SuccessionObject...) {
    self.text = text
    self.parts = parts
  }
}

protocol SuccessionTextKey: InjectedKey where Value == String {}

extension SuccessionTextKey {
  static var liveValue: String { "live" }
  static var testValue: String { "default" }
}

enum SuccessionLeftKey: SuccessionTextKey {}
enum SuccessionRightKey: SuccessionTextKey {}

protocol SuccessionMadeKey: InjectedKey where Value == SuccessionObject {}

extension SuccessionMadeKey {
  static var testValue: SuccessionObject { liveValue }
}

enum SuccessionLeftUserKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject {
    injected { SuccessionObject($0[SuccessionLeftKey.self]) }
  }
}

enum SuccessionRightUserKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject {
    injected { SuccessionObject($0[SuccessionRightKey.self]) }
  }
}

/// Comes to what it is made from on two ways.
enum SuccessionTopKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject {
    injected {
      SuccessionObject(
        $0[SuccessionLeftKey.self], $0[SuccessionLeftUserKey.self], $0[SuccessionSideKey.self])
    }
  }
}

enum SuccessionSideKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject {
    injected { SuccessionObject("side", $0[SuccessionLeftUserKey.self]) }
  }
}

enum SuccessionBothKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject {
    injected {
      SuccessionObject("both", $0[SuccessionTopKey.self], $0[SuccessionRightUserKey.self])
    }
  }
}

enum SuccessionWeakUserKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject {
    injected { SuccessionObject($0[SuccessionLeftKey.self]) }
  }
  static var lifetime: InjectedLifetime { .weak }
}

enum SuccessionAsyncUserKey: AsyncInjectedKey {
  static func liveValue() async throws -> SuccessionObject {
    injected { SuccessionObject($0[SuccessionLeftKey.self]) }
  }
  static var testValue: SuccessionObject { SuccessionObject("test") }
}

enum MainActorUserKey: MainActorInjectedKey {
  @MainActor static var liveValue: SuccessionObject {
    injected { SuccessionObject($0[SuccessionLeftKey.self]) }
  }
  @MainActor static var testValue: SuccessionObject { liveValue }
}

enum SuccessionAccountKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject { SuccessionObject("account") }
  static var lifetime: InjectedLifetime { .session }
}

enum SuccessionAccountUserKey: SuccessionMadeKey {
  static var liveValue: SuccessionObject {
    injected { SuccessionObject($0[SuccessionLeftKey.self], $0[SuccessionAccountKey.self]) }
  }
}

enum SuccessionPartsKey: InjectedCollectionKey {
  typealias Element = SuccessionObject
}

extension InjectedValues {
  var successionParts: [SuccessionObject] {
    get { self[SuccessionPartsKey.self] }
    set { self[SuccessionPartsKey.self] = newValue }
  }

  @MainActor var mainActorUser: SuccessionObject { self[MainActorUserKey.self] }
}

/// Makes a scope, always at the same place.
func succeed(
  _ earlier: InjectedValues?, on base: InjectedValues = .current,
  _ update: (inout InjectedValues) -> Void
) -> InjectedValues {
  base.overriding(update).succeeding(earlier)
}

func sides(
  after earlier: InjectedValues? = nil, on base: InjectedValues = .current,
  left: String = "l", right: String = "r"
) -> InjectedValues {
  succeed(earlier, on: base) {
    $0[SuccessionLeftKey.self] = left
    $0[SuccessionRightKey.self] = right
  }
}
