import Injection
import Shop

/// Reads what has no test value, twice.
@main struct Bare {
  static func main() {
    print(injected(\.rate))
    print(
      withInjectedValues {
        $0.title = "bare"
      } operation: {
        injected(\.rate)
      })
  }
}
