import Injection

enum PriceKey: InjectedKey {
  static let liveValue: @Sendable (_ item: String) -> Int = { $0 == "tea" ? 4 : 9 }
}

extension InjectedValues {
  var price: @Sendable (_ item: String) -> Int {
    get { self[PriceKey.self] }
    set { self[PriceKey.self] = newValue }
  }
}

struct Cart {
  @Injected(\.price) var price
  var total: Int { price("tea") + price("rice") }
}

@main struct Shop {
  static func main() async {
    let cart = Cart()
    print("live", cart.total)
    await withInjectedValues {
      $0.price = { _ in 1 }
    } operation: {
      async let child = Cart().total
      await print("in a scope", cart.total, "in its child task", child)
      await print("detached", Task.detached { Cart().total }.value)
    }
    print("after it", cart.total)
  }
}
