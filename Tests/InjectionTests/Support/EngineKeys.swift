import Injection
import TestSupport

// Services that read each other in the ways that matter to who keeps them.

/// Built from the API.
final class EngineStore: Sendable {
  /// Those that are counted, so that tests in parallel do not count each other's.
  static let firstCounted = 1_000_000
  static let alive = Tally()
  let api: Int

  init(api: Int = injected(\.engineAPI)) {
    self.api = api
    if api >= Self.firstCounted { Self.alive.add(1) }
  }

  deinit { if api >= Self.firstCounted { Self.alive.add(-1) } }
}

/// A number that goes up and down.
final class Tally: Sendable {
  private let count = Guarded(0)

  var value: Int { count.withLock { $0 } }

  func add(_ step: Int) { count.withLock { $0 += step } }
}

/// Built from the store and the flag.
final class EngineBoth: Sendable {
  let store = injected(\.engineStore)
  let flag = injected(\.engineFlag)
}

/// Has wrappers, captured values and a task of its own, all made in its build.
final class EngineService: Sendable {
  let api = injected(\.engineAPI)
  private let store = Injected(\.engineStore)
  let values = InjectedValues.current
  let within = withInjectedValues {
    $0.engineFlag = 11
  } operation: {
    InjectedValues.current
  }
  let task = Task { _ = injected(\.engineStore) }

  var late: EngineStore { store() }
}

final class EngineOther: Sendable {
  let api = injected(\.engineAPI)
  private let store = Injected(\.engineStore)

  var late: EngineStore { store() }
}

/// Stores what is made later, in its scope.
final class EngineHolder: Sendable {
  let api = injected(\.engineAPI)
  private let stored = Guarded<EngineModel?>(nil)

  var model: EngineModel? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

final class EnginePlain: Sendable {}

final class EngineOnPlain: Sendable {
  let plain = injected(\.enginePlain)
}

final class EnginePeeking: Sendable {
  let seen = InjectedValues.peek(\.engineFlag)
}

/// Opens a scope while it is built.
final class EngineOpening: Sendable {
  let values = withInjectedValues {
    $0.engineAPI = 77
  } operation: {
    _ = injected(\.engineStore)
    return InjectedValues.current
  }
}

final class EngineLazyFlag: Sendable {
  let flag = Injected(\.engineFlag)
}

final class EngineModel: Sendable {
  private let injectedStore = Injected(\.engineStore)
  private let injectedBoth = Injected(\.engineBoth)
  private let injectedPlain = Injected(\.enginePlain)
  let values = InjectedValues.current

  var store: EngineStore { injectedStore() }
  var both: EngineBoth { injectedBoth() }
  var plain: EnginePlain { injectedPlain() }
}

enum EngineAPIKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
enum EngineFlagKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
enum EngineStoreKey: InjectedInterfaceKey { static var testValue: EngineStore { EngineStore() } }
enum EngineBothKey: InjectedInterfaceKey { static var testValue: EngineBoth { EngineBoth() } }
enum EngineServiceKey: InjectedInterfaceKey {
  static var testValue: EngineService { EngineService() }
}
enum EngineOtherKey: InjectedInterfaceKey { static var testValue: EngineOther { EngineOther() } }
enum EngineHolderKey: InjectedInterfaceKey { static var testValue: EngineHolder { EngineHolder() } }
enum EnginePlainKey: InjectedInterfaceKey { static var testValue: EnginePlain { EnginePlain() } }
enum EngineOnPlainKey: InjectedInterfaceKey {
  static var testValue: EngineOnPlain { EngineOnPlain() }
}
enum EnginePeekingKey: InjectedInterfaceKey {
  static var testValue: EnginePeeking { EnginePeeking() }
}
enum EngineOpeningKey: InjectedInterfaceKey {
  static var testValue: EngineOpening { EngineOpening() }
}
enum EngineLazyFlagKey: InjectedInterfaceKey {
  static var testValue: EngineLazyFlag { EngineLazyFlag() }
}
enum EngineListKey: InjectedCollectionKey { typealias Element = Int }

extension InjectedValues {
  var engineAPI: Int {
    get { self[EngineAPIKey.self] }
    set { self[EngineAPIKey.self] = newValue }
  }

  var engineFlag: Int {
    get { self[EngineFlagKey.self] }
    set { self[EngineFlagKey.self] = newValue }
  }

  var engineStore: EngineStore { self[EngineStoreKey.self] }
  var engineBoth: EngineBoth { self[EngineBothKey.self] }
  var engineService: EngineService { self[EngineServiceKey.self] }
  var engineOther: EngineOther { self[EngineOtherKey.self] }
  var engineHolder: EngineHolder { self[EngineHolderKey.self] }
  var enginePlain: EnginePlain { self[EnginePlainKey.self] }
  var engineOnPlain: EngineOnPlain { self[EngineOnPlainKey.self] }
  var enginePeeking: EnginePeeking { self[EnginePeekingKey.self] }
  var engineOpening: EngineOpening { self[EngineOpeningKey.self] }
  var engineLazyFlag: EngineLazyFlag { self[EngineLazyFlagKey.self] }
}
