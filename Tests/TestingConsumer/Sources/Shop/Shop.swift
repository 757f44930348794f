public import Injection
internal import Synchronization

/// A stateful service.
public final class Stock: Sendable {
  private let count = Atomic(0)

  /// Creates a stock of nothing.
  public init() {}

  /// Adds one, and gives the number there is.
  @discardableResult
  public func add() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}

/// Sells things; an endpoint that is not given is unimplemented.
public struct Store: Sendable {
  /// The price of a thing.
  public var price: @Sendable (_ item: String) -> Int
  /// Buys a thing.
  public var buy: @Sendable (_ item: String) throws -> Void

  /// Creates a store of endpoints.
  public init(
    price: @escaping @Sendable (String) -> Int = unimplemented("Store.price", placeholder: 0),
    buy: @escaping @Sendable (String) throws -> Void = unimplemented("Store.buy")
  ) {
    self.price = price
    self.buy = buy
  }
}

/// Names the stock; each world has one of its own.
public enum StockKey: InjectedKey {
  /// The value of an app.
  public static var liveValue: Stock { Stock() }
  /// The value of a test.
  public static var testValue: Stock { Stock() }
}

/// Names the store.
public enum StoreKey: InjectedKey {
  /// The value of an app.
  public static var liveValue: Store { Store(price: { _ in 4 }, buy: { _ in }) }
  /// The value of a test.
  public static var testValue: Store { Store(price: { _ in 1 }, buy: { _ in }) }
}

/// Names a text.
public enum TitleKey: InjectedKey {
  /// The value of an app.
  public static var liveValue: String { "live" }
  /// The value of a test.
  public static var testValue: String { "test" }
}

/// A key without a test value.
public enum RateKey: InjectedKey {
  /// The value of an app.
  public static var liveValue: Int { 3 }
}

extension InjectedValues {
  /// The stock of the world.
  public var stock: Stock {
    get { self[StockKey.self] }
    set { self[StockKey.self] = newValue }
  }

  /// Where things are bought.
  public var store: Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }

  /// A text.
  public var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  /// A number that tests have no value for.
  public var rate: Int {
    get { self[RateKey.self] }
    set { self[RateKey.self] = newValue }
  }
}

/// Reads through a wrapper, as a model does.
public struct Cart: Sendable {
  /// Where the cart buys.
  @Injected(\.store) public var store
  /// The cart's text.
  @Injected(\.title) public var title

  /// Creates a cart that reads through the scopes that it is made in.
  public init() {}
}
