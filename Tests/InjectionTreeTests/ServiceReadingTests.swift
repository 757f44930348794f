import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import TestSupport
import Testing

/// Reads the greeter before each evaluation.
@propertyWrapper private struct Greeting: DynamicProperty {
  @InjectedEnvironment(\.greeter) private var greeter
  private(set) var wrappedValue = ""

  mutating func update() { wrappedValue = greeter.greeting }
}

private struct Changing<Content: View>: View {
  @State private var greeting = "Hi"
  @State private var turn = 0
  @ViewBuilder let content: () -> Content
  var body: some View {
    Button("Greeting") { greeting += "!" }
    Button("Turn \(turn)") { turn += 1 }
    content().injectedValues { $0.greeter.greeting = greeting }
  }
}

@Suite("What counts as reading a service of the tree") @MainActor
struct ServiceReadingTests {
  @Test("A property that reads before the body does counts, beside another one that nobody reads")
  func inUpdate() {
    struct Page: View {
      @Greeting private var greeting
      @InjectedEnvironment(\.greeter) private var greeter
      @State private var acted = ""
      var body: some View {
        Text(greeting)
        Button("Act \(acted)") { acted = greeter.greeting }
      }
    }
    let host = TreeHost(Changing { Page() })
    host.tap("Greeting")
    #expect(host.outline.contains("Text \"Hi!\""))
    host.tap("Act ")
    #expect(host.outline.contains("Act Hi!"))
  }

  @Test(
    "What a task or an action reads is what the tree has by then, whatever was evaluated before",
    arguments: [false, true])
  func byThen(isEvaluatedFirst: Bool) async {
    struct Page: View {
      let ticks: AsyncStream<Void>
      let log: Log
      @InjectedEnvironment(\.greeter) private var greeter
      @State private var count = 0
      var body: some View {
        Button("Count \(count)") { count += 1 }
          .task { for await _ in ticks { log.add(greeter.greeting) } }
      }
    }
    let (ticks, tick) = AsyncStream<Void>.makeStream()
    let log = Log()
    let host = TreeHost(Changing { Page(ticks: ticks, log: log) })
    await host.settle()
    if isEvaluatedFirst { host.tap("Count 0") }
    for _ in 0..<3 {
      host.tap("Greeting")
      tick.yield()
      await host.settle()
    }
    #expect(log.lines == ["Hi!", "Hi!!", "Hi!!!"])
  }

  @Test("An accessor is asked each time: what it asks in turn may have changed by itself")
  func byItself() {
    struct Page: View {
      @InjectedEnvironment(\.reply) private var reply
      @State private var acted = ""
      var body: some View {
        Text(reply)
        Button("Act \(acted)") { acted = reply }
      }
    }
    let replacement = Log()
    let host = TreeHost(Page().injectedValues { $0[ReplacementKey.self] = replacement })
    #expect(host.outline.contains("Text \"Yes\""))
    replacement.add("debug")
    host.tap("Act ")
    #expect(host.outline.contains("Act debug"))
  }

  @Test("Another argument of a key path, or another service, is read by what reads nothing before")
  func anotherAtThePlace() {
    struct Page: View {
      @InjectedEnvironment private var greeting: String
      @State private var acted = ""
      init(_ name: String) {
        _greeting = InjectedEnvironment(name.isEmpty ? \.reply : \.[Addressee(name: name)])
      }
      var body: some View { Button("Act \(acted)") { acted = greeting } }
    }
    struct Root: View {
      @State private var name = "Ada"
      var body: some View {
        Button("Grace") { name = "Grace" }
        Button("Nobody") { name = "" }
        Page(name)
      }
    }
    let host = TreeHost(Root())
    host.tap("Grace")
    host.tap("Act ")
    #expect(host.outline.contains("Act Hello, Grace"))
    host.tap("Nobody")
    host.tap("Act Hello, Grace")
    #expect(host.outline.contains("Act Yes"))
  }

  @Test("What makes a model, and an argument of a key path, are no reason for an evaluation")
  func madeAnew() {
    struct Page: View {
      @InjectedModel private var model: GreetingModel
      @InjectedEnvironment(\.[Addressee(name: "Ada")]) private var greeting
      init(_ name: String) {
        _model = InjectedModel {
          let model = GreetingModel()
          model.name = name
          return model
        }
      }
      var body: some View { Text("\(model.name) \(greeting)") }
    }
    struct Root: View {
      let name: String
      var body: some View {
        Changing { Page(name) }
      }
    }
    let host = TreeHost(Root(name: "Grace"))
    host.resetEvaluations()
    host.tap("Turn 0")
    #expect(host.evaluations.counts.keys.filter { $0 == "Page" }.isEmpty)
    host.tap("Greeting")
    #expect(host.outline.contains("Text \"Grace Hi!, Ada\""))
  }

  @Test("A view that goes over from a model of its own to one from above has that, and back")
  func ownOrAbove() {
    struct Page: View {
      @InjectedModel private var model: GreetingModel
      init(owns: Bool) {
        _model = owns ? InjectedModel { GreetingModel() } : InjectedModel()
      }
      var body: some View { Text("\(model.name): \(model.greeter.greeting)") }
    }
    struct Root: View {
      @State var owns: Bool
      var body: some View {
        Button("Switch") { owns.toggle() }
        Page(owns: owns).injectedModel {
          let model = GreetingModel()
          model.name = "above"
          return model
        }
      }
    }
    for owns in [true, false] {
      let host = TreeHost(Changing { Root(owns: owns) })
      // Made here, it has the services of then; above, those of its own time.
      host.tap("Greeting")
      host.tap("Switch")
      #expect(host.outline.hasSuffix("Text \"\(owns ? "above: Hi" : "Ada: Hi!")\""))
    }
  }

  @Test("A part that is the same in another observed service is followed in that service")
  func otherService() async {
    struct Screen: View {
      let names: [SharedObserved<String>]
      @State private var index = 0
      var body: some View {
        Button("Next") { index += 1 }
        NameText().injectedValues { $0.names = [names[index]] }
      }
    }
    struct NameText: View {
      @InjectedEnvironment(\.names[0].value) private var name
      var body: some View { Text(name) }
    }
    let names = (0..<3).map { _ in SharedObserved("a") }
    let host = TreeHost(Screen(names: names))
    host.resetEvaluations()
    host.tap("Next")
    host.tap("Next")
    #expect(host.evaluations.counts.isEmpty)
    for name in ["b", "c"] {
      names[2].withValue { $0 = name }
      await host.settle()
      #expect(host.outline.hasSuffix("Text \"\(name)\""))
    }
    #expect(host.evaluations.counts == ["NameText": 2])
    names[1].withValue { $0 = "d" }
    await host.settle()
    #expect(host.evaluations.counts == ["NameText": 2])
  }

  @Test("A change builds a weak service once, to compare and for the body")
  func weakService() {
    struct Page: View {
      @InjectedEnvironment(\.weakBox) private var box
      var body: some View { Text("\(box.greeting) \(box.number)") }
    }
    let host = TreeHost(Changing { Page() })
    #expect(host.outline.hasSuffix("Text \"Hi 1\""))
    host.tap("Greeting")
    host.tap("Greeting")
    #expect(host.outline.hasSuffix("Text \"Hi!! 3\""))
  }

  @Test("The end of a service may read it in the view that held it last")
  func end() {
    struct Deck: View {
      let deck: Replacement
      let log: Log
      @InjectedEnvironment(\.player) private var player
      var body: some View {
        Button("Play") {
          deck.set(Player { log.add("ended, \(player == nil ? "silent" : "playing")") })
          _ = player
        }
        Button("Stop") {
          deck.set(nil)
          if player != nil { log.add("plays on") }
        }
      }
    }
    let log = Log()
    let deck = Replacement()
    let host = TreeHost(Deck(deck: deck, log: log).injectedValues { $0[PlayerKey.self] = deck })
    host.tap("Play")
    host.tap("Stop")
    #expect(log.lines == ["ended, silent"])
  }
}

private struct Addressee: Hashable {
  let name: String
}

/// Built from the greeter, told apart by a number, and gone when nobody holds it.
private final class WeakBox: Sendable {
  private static let lastNumber = Counter()
  let greeting = injected(\.greeter.greeting)
  let number = WeakBox.lastNumber.increment()
}

private enum WeakBoxKey: InjectedKey {
  static var liveValue: WeakBox { WeakBox() }
  static var testValue: WeakBox { liveValue }
  static var lifetime: InjectedLifetime { .weak }
}

/// Says when it ends.
private final class Player: Sendable {
  private let onEnd: @MainActor @Sendable () -> Void

  init(onEnd: @escaping @MainActor @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit {
    MainActor.assumeIsolated { [onEnd] in onEnd() }
  }
}

private final class Replacement: Sendable {
  private let player = Guarded<Player?>(nil)
  var current: Player? { player.withLock { $0 } }
  func set(_ new: Player?) { player.withLock { $0 = new } }
}

private enum PlayerKey: InjectedInterfaceKey {
  static var testValue: Replacement { Replacement() }
}

/// The last line is what is in the place of the reply.
private enum ReplacementKey: InjectedInterfaceKey {
  static var testValue: Log { Log() }
}

private enum NamesKey: InjectedKey {
  static let liveValue: [SharedObserved<String>] = []
  static let testValue = liveValue
}

extension InjectedValues {
  fileprivate var reply: String { self[ReplacementKey.self].lines.last ?? "Yes" }
  fileprivate var names: [SharedObserved<String>] {
    get { self[NamesKey.self] }
    set { self[NamesKey.self] = newValue }
  }
  fileprivate subscript(addressee: Addressee) -> String { greeter.greet(addressee.name) }
  fileprivate var weakBox: WeakBox { self[WeakBoxKey.self] }
  fileprivate var player: Player? { self[PlayerKey.self].current }
}
