public import Injection

/// Knows what a customer is about to buy.
///
/// In a module whose default is the main actor, what every isolation reads is `nonisolated`: the
/// protocol, the key and the accessor.
nonisolated public protocol CartService: Sendable {
  /// The price of everything in the cart.
  var total: Int { get }
}

/// A cart with a fixed price.
nonisolated public struct FixedCart: CartService {
  /// The fixed price.
  public let total: Int

  /// Creates a cart with a price.
  public init(total: Int) {
    self.total = total
  }
}

/// Names the cart.
nonisolated public enum CartServiceKey: InjectedKey {
  /// The cart of an app.
  public static let liveValue: any CartService = FixedCart(total: 30)
  /// The cart of a test, which is empty.
  public static let testValue: any CartService = FixedCart(total: 0)
}

nonisolated extension InjectedValues {
  /// Knows what the customer is about to buy.
  public var cart: any CartService {
    get { self[CartServiceKey.self] }
    set { self[CartServiceKey.self] = newValue }
  }
}
