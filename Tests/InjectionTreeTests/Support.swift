import Injection
import ModelObservation

struct Greeter: Sendable, Equatable {
  var greeting: String
  func greet(_ name: String) -> String { "\(greeting), \(name)" }
}

enum GreeterKey: InjectedKey {
  static var liveValue: Greeter { Greeter(greeting: "Hello") }
  static var previewValue: Greeter { Greeter(greeting: "Preview") }
  static var testValue: Greeter { liveValue }
}

/// Not Equatable: known by identity.
final class Store: Sendable {
  let name: String
  init(_ name: String) {
    self.name = name
  }
}

enum StoreKey: InjectedKey {
  static let liveValue = Store("live")
  static let testValue = liveValue
}

extension InjectedValues {
  var greeter: Greeter {
    get { self[GreeterKey.self] }
    set { self[GreeterKey.self] = newValue }
  }
  var store: Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
}

@MainActor final class GreetingModel: ObservableModel {
  @Injected(\.greeter) var greeter
  @Observed var name = "Ada"
  var text: String { greeter.greet(name) }
}
