import Injection

struct Store: Sendable {
  var price: @Sendable (_ item: String) -> Int
}

enum StoreKey: InjectedKey {
  static let liveValue = Store { item in item == "tea" ? 4 : 9 }
}

extension InjectedValues {
  var store: Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
}

struct Cart {
  @Injected(\.store) var store
  var total: Int { ["tea", "rice"].reduce(0) { $0 + store.price($1) } }
}

@main struct Shop {
  static func main() async {
    let cart = Cart()
    print("live", cart.total)
    await withInjectedValues {
      $0.store.price = { _ in 1 }
    } operation: {
      async let child = Cart().total
      await print("in a scope", cart.total, "in its child task", child)
      await print("detached", Task.detached { Cart().total }.value)
      let work = InjectedValues.propagating { Cart().total }
      await print("detached, carried", Task.detached { work() }.value)
    }
    print("after it", cart.total)
  }
}
