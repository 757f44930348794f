public import Injection
internal import Synchronization

/// A stateful service.
public final class Stock: Sendable {
  private let count = Atomic(0)

  public init() {}

  @discardableResult
  public func add() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}

public struct Store: Sendable {
  public var price: @Sendable (_ item: String) -> Int
  public var buy: @Sendable (_ item: String) throws -> Void

  public init(
    price: @escaping @Sendable (String) -> Int = unimplemented("Store.price", placeholder: 0),
    buy: @escaping @Sendable (String) throws -> Void = unimplemented("Store.buy")
  ) {
    self.price = price
    self.buy = buy
  }
}

public enum StockKey: InjectedKey {
  public static var liveValue: Stock { Stock() }
  public static var testValue: Stock { Stock() }
}

public enum StoreKey: InjectedKey {
  public static var liveValue: Store { Store(price: { _ in 4 }, buy: { _ in }) }
  public static var testValue: Store { Store(price: { _ in 1 }, buy: { _ in }) }
}

public enum TitleKey: InjectedKey {
  public static var liveValue: String { "live" }
  public static var testValue: String { "test" }
}

/// A key without a test value.
public enum RateKey: InjectedKey {
  public static var liveValue: Int { 3 }
}

extension InjectedValues {
  public var stock: Stock {
    get { self[StockKey.self] }
    set { self[StockKey.self] = newValue }
  }

  public var store: Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }

  public var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  public var rate: Int {
    get { self[RateKey.self] }
    set { self[RateKey.self] = newValue }
  }
}

/// Reads through a wrapper, as a model does.
public struct Cart: Sendable {
  @Injected(\.store) public var store
  @Injected(\.title) public var title

  public init() {}
}
