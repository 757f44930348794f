import Injection
import InjectionUICheck
import SwiftUI

// What an app writes. It is compiled, not run.

struct Greeter: Sendable {
  var greeting: String
}

enum GreeterKey: InjectedKey {
  static var liveValue: Greeter { Greeter(greeting: "Hello") }
  static var testValue: Greeter { liveValue }
}

extension InjectedValues {
  var greeter: Greeter {
    get { self[GreeterKey.self] }
    set { self[GreeterKey.self] = newValue }
  }
}

@MainActor final class Model {
  @Injected(\.greeter) var greeter
}

struct Reader: View {
  @InjectedEnvironment(\.greeter) private var greeter
  @InjectedModel({ Model() }) private var own
  @InjectedModel private var inherited: Model
  var body: some View {
    Text(greeter.greeting + own.greeter.greeting + inherited.greeter.greeting)
  }
}

struct ClientApp: App {
  var body: some Scene {
    WindowGroup {
      PreparedInjectedValues {
        prepareInjectedValues { $0.greeter.greeting = "prepared" }
      } content: {
        Reader()
          .injectedModel { Model() }
          .injectedValues { $0.greeter.greeting = "view" }
          .injectedValues(.current)
      } placeholder: {
        Text("preparing")
      } failure: {
        Text("\($0)")
      }
    }
    .injectedValues { $0.greeter.greeting = "scene" }
  }
}

@MainActor let trait: PreviewTrait<Preview.ViewTraits> = .injectedValues {
  $0.greeter.greeting = "preview"
}
