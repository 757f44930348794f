// swift-format-ignore-file
// Other things that are reset, pushed, registered and made.
import Foundation

/// Container.shared.library() gives the library; `@Injected(\.library)` does too.
final class Navigator {
  var stack: [String] = []
  func push(_ name: String) { stack.append(name) }
  func run() {
    navigation.push(Screen())
    navigation.pop()
    cache.reset()
    timer.reset(to: 0)
    URLCache.shared.removeAllCachedResponses()
    UserDefaults.standard.register(defaults: ["a": 1])
    let text = "Container.shared.library.register { }"
    let book = shelf.library
    let list = book.index(of: "a")
    view.context(.fill)
    bus.register { _ in }
    print(text, list, preview { 1 })
  }
  func preview(_ make: () -> Int) -> Int { make() }
  func library() -> Int { 1 }
}

struct LoanFactory { func make() -> Loan { Loan() } }
func index(_ name: String) -> Int { name.count }

func elsewhere(manager: NavigationManager, logger: Logger) {
  manager.push(controller)
  manager.pop(animated: true)
  logger.context(.debug).log("x")
  values.with { $0.count = 1 }
  container(for: 3).reset()
}
