import Injection
import PaymentInterface

/// Pays for a cart; isolated to the main actor by the module's default.
public final class CartModel {
  @Injected(\.cart) private var cart
  @Injected(\.payments) private var payments

  /// The last payment's receipt.
  public private(set) var receipt = "unpaid"

  /// Creates a model that has paid nothing.
  public init() {}

  /// Pays for the cart.
  public func pay() {
    receipt = payments.charge(cart.total)
  }

  /// Pays for the cart in a child task.
  public func payInTask() async {
    await Task { pay() }.value
  }
}
