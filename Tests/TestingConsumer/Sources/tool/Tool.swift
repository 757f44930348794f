import Injection
import InjectionTesting
import Shop

/// A program that links what only tests should: it is none the worse for it.
@main struct Tool {
  static func main() async {
    prepareInjectedValues { $0.title = "prepared" }
    let cart = Cart()
    print(injected(\.context), cart.title, cart.store.price("tea"), injected(\.stock).add())
    await withInjectedValues(.exhaustive) {
      $0.title = "scope"
      $0.store.price = { _ in 9 }
    } operation: {
      print(cart.title, await Task.detached { cart.title }.value, injected(\.stock).add())
      // Nobody is told of what is lost, but in tests.
      print(await Task.detached { injected(\.title) }.value)
    }
  }
}
