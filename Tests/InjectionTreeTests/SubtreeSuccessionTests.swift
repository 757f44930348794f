import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import Synchronization
import TestSupport
import Testing

/// Built from the greeter, with a state of its own.
private final class Tally: Sendable {
  let greeting = injected(\.greeter.greeting)
  let count = Atomic(0)
}

private enum TallyKey: InjectedKey {
  static var liveValue: Tally { Tally() }
  static var testValue: Tally { liveValue }
}

/// Built from the store.
private final class Shelf: Sendable {
  let store = injected(\.store)
}

private enum ShelfKey: InjectedKey {
  static var liveValue: Shelf { Shelf() }
  static var testValue: Shelf { liveValue }
}

/// Built from both, and from what is built from each.
private final class Shop: Sendable {
  let tally = injected(\.tally)
  let shelf = injected(\.shelf)
  let store = injected(\.store)
}

private enum ShopKey: InjectedKey {
  static var liveValue: Shop { Shop() }
  static var testValue: Shop { liveValue }
}

extension InjectedValues {
  fileprivate var tally: Tally {
    get { self[TallyKey.self] }
    set { self[TallyKey.self] = newValue }
  }
  fileprivate var shelf: Shelf { self[ShelfKey.self] }
  fileprivate var shop: Shop { self[ShopKey.self] }
}

private struct TallyText: View {
  @InjectedEnvironment(\.tally) private var tally
  var body: some View { Text("tally \(tally.greeting)") }
}

private struct ShelfText: View {
  @InjectedEnvironment(\.shelf) private var shelf
  var body: some View { Text("shelf \(shelf.store.name)") }
}

private struct ShopText: View {
  @InjectedEnvironment(\.shop) private var shop
  @InjectedEnvironment(\.tally) private var tally
  @InjectedEnvironment(\.shelf) private var shelf
  var body: some View {
    let isWhole =
      shop.tally === tally && shop.shelf === shelf && shop.store === shelf.store
    Text("shop \(shop.tally.greeting) \(shop.store.name)\(isWhole ? "" : " torn")")
  }
}

private struct AllText: View {
  @Environment(\.injectedValues) private var values
  var body: some View {
    let _ = values
    Text("all")
  }
}

/// Counts what the tally has been asked, in an action.
private struct CountButton: View {
  @InjectedEnvironment(\.tally) private var tally
  @State private var count = 0
  var body: some View {
    Button("Count \(count)") {
      count = tally.count.add(1, ordering: .relaxed).newValue
    }
  }
}

private struct Everything: View {
  var body: some View {
    TallyText()
    ShelfText()
    ShopText()
    AllText()
    CountButton()
  }
}

/// What the closures of a screen depend on.
private struct Screen<Content: View>: View {
  let stores = [Store("first"), Store("second")]
  let runs: Counter
  @ViewBuilder let content: () -> Content
  @State private var greeting = "Hi"
  @State private var store = 0
  @State private var turn = 0
  @State private var context = InjectedContext.test
  var body: some View {
    let turn = self.turn
    Button("Greeting") { self.greeting = "Salut" }
    Button("Store") { self.store = 1 - self.store }
    Button("Turn") { self.turn += 1 }
    Button("Context") { self.context = .preview }
    let greeting = self.greeting
    let store = stores[self.store]
    let context = self.context
    content().injectedValues {
      // Made anew each time, and captures what has changed.
      runs.increment()
      _ = turn
      $0.context = context
      $0.greeter = Greeter(greeting: greeting)
      $0.store = store
    }
  }
}

/// Below overrides of its own, which hide the greeter from above.
private struct Below<Content: View>: View {
  @ViewBuilder let content: () -> Content
  var body: some View {
    content().injectedValues { $0.greeter = Greeter(greeting: "Below") }
  }
}

extension TreeHost {
  /// The bodies that an action has evaluated, without the screen's own.
  fileprivate func evaluated(by action: String) -> [String: Int] {
    resetEvaluations()
    tap(action)
    return evaluations.counts.filter { !$0.key.hasPrefix("Screen") }
  }
}

@Suite("What a subtree keeps when its services are set again") @MainActor
struct SubtreeSuccessionTests {
  private let runs = Counter()

  @Test("Where its closure runs again and nothing is another, nobody is evaluated")
  func same() {
    let host = TreeHost(Screen(runs: runs) { Everything() })
    host.tap("Count 0")
    let before = runs.value
    #expect(host.evaluated(by: "Turn") == [:])
    #expect(runs.value == before + 1)
    host.tap("Count 1")
    #expect(host.outline.contains("Count 2"))
  }

  @Test("Where one override is another, what is built from the others stays, and its readers rest")
  func partly() {
    let host = TreeHost(Screen(runs: runs) { Everything() })
    host.tap("Count 0")
    #expect(
      host.evaluated(by: "Store") == ["ShelfText": 1, "ShopText": 1, "AllText": 1])
    #expect(host.outline.contains("shelf second"))
    #expect(host.outline.contains("Text \"shop Hi second\""))
    host.tap("Count 1")
    #expect(host.outline.contains("Count 2"))
    #expect(
      host.evaluated(by: "Greeting") == ["TallyText": 1, "ShopText": 1, "AllText": 1])
    #expect(host.outline.contains("Text \"shop Salut second\""))
    host.tap("Count 2")
    #expect(host.outline.contains("Count 1"))
  }

  @Test("Where the values above are others, what is built below from the same stays")
  func above() {
    let host = TreeHost(Screen(runs: runs) { Below { Everything() } })
    host.tap("Count 0")
    #expect(host.evaluated(by: "Turn") == [:])
    // Hidden here: the greeter below is the modifier's own.
    #expect(host.evaluated(by: "Greeting") == ["AllText": 1])
    #expect(
      host.evaluated(by: "Store") == ["ShelfText": 1, "ShopText": 1, "AllText": 1])
    #expect(host.outline.contains("Text \"shop Below second\""))
    host.tap("Count 1")
    #expect(host.outline.contains("Count 2"))
  }

  @Test("Another context is another of all that is built in it")
  func context() {
    let host = TreeHost(Screen(runs: runs) { Everything() })
    #expect(
      host.evaluated(by: "Context") == [
        "TallyText": 1, "ShelfText": 1, "ShopText": 1, "AllText": 1,
      ])
    #expect(host.evaluated(by: "Turn") == [:])
  }

  @Test("A registration is another where its closure captures something, and the same where not")
  func registration() {
    struct Registering: View {
      let isCapturing: Bool
      @State private var turn = 0
      var body: some View {
        let turn = turn
        Button("Turn") { self.turn += 1 }
        Group {
          TallyText()
          ShelfText()
        }
        .injectedValues {
          $0.store = Store("registering")
          if isCapturing {
            $0.register(TallyKey.self) {
              _ = turn
              return Tally()
            }
          } else {
            $0.register(TallyKey.self) { Tally() }
          }
        }
      }
    }
    for isCapturing in [true, false] {
      let host = TreeHost(Registering(isCapturing: isCapturing))
      host.resetEvaluations()
      host.tap("Turn")
      // The store is made anew each time: known by identity, it is another one.
      let counts = ["Registering": 1, "ShelfText": 1]
      #expect(
        host.evaluations.counts
          == (isCapturing ? counts.merging(["TallyText": 1]) { $1 } : counts))
    }
  }

  @Test("Each place has a scope of its own, also of one view that is placed several times")
  func places() {
    struct Row: View {
      @Environment(\.injectedValues) private var values
      let seen: Noted<ObjectIdentifier>
      var body: some View {
        let _ = seen.append(ObjectIdentifier(values.tally))
        Text("row")
      }
    }
    let seen = Noted<ObjectIdentifier>()
    let row = Row(seen: seen).injectedValues { $0.greeter = Greeter(greeting: "Row") }
    let host = TreeHost(ForEach(0..<3) { _ in row })
    #expect(Set(seen.values).count == 3)
    withExtendedLifetime(host) {}
  }

  @Test("A model goes on with what it was made with, which bodies share as long as it stays")
  func model() {
    @MainActor final class TallyModel: ObservableModel {
      @Injected(\.tally) var tally
    }
    struct ModelButton: View {
      @InjectedModel({ TallyModel() }) private var model
      @State private var text = ""
      var body: some View {
        Button("Model\(text)") {
          let count = model.tally.count.add(1, ordering: .relaxed).newValue
          text = " \(model.tally.greeting) \(count)"
        }
      }
    }
    let host = TreeHost(
      Screen(runs: runs) {
        CountButton()
        ModelButton()
      })
    host.tap("Count 0")
    host.tap("Store")
    host.tap("Model")
    #expect(host.outline.contains("Model Hi 2"))
    host.tap("Count 1")
    host.tap("Greeting")
    host.tap("Model Hi 2")
    #expect(host.outline.contains("Model Hi 4"))
    host.tap("Count 3")
    #expect(host.outline.contains("Count 1"))
  }

  @Test("The scope of a scene, and that of a preview")
  func scene() {
    struct SampleApp: App {
      var body: some Scene {
        SampleScene()
      }
    }
    struct SampleScene: Scene {
      @State private var turn = 0
      private let store = Store("scene")
      var body: some Scene {
        let (turn, store) = (turn, store)
        WindowGroup {
          Button("Turn") { self.turn += 1 }
          Everything()
        }
        .injectedValues {
          _ = turn
          $0.store = store
          $0.greeter = Greeter(greeting: "Scene")
        }
      }
    }
    let host = TreeHost(SampleApp())
    #expect(host.outline.contains("shop Scene scene"))
    host.resetEvaluations()
    host.tap("Turn")
    #expect(host.evaluations.counts == ["SampleScene": 1])
    let preview = TreeHost(
      Preview(traits: .injectedValues { $0.greeter.greeting += "!" }) {
        Screen(runs: runs) { Below { Everything() } }
      })
    #expect(preview.evaluated(by: "Turn") == [:])
  }

  @Test("A scope that is replaced is freed, also where readers of what is the same in it rest")
  func freed() {
    struct Replacing: View {
      @State private var turn = 0
      let gone: Noted<WeakStore>
      var body: some View {
        let turn = turn
        let gone = gone
        Button("Turn") { self.turn += 1 }
        Everything().injectedValues {
          let store = Store("\(turn)")
          gone.append(WeakStore(store: store))
          $0.store = store
          $0.greeter = Greeter(greeting: "Hi")
        }
      }
    }
    let gone = Noted<WeakStore>()
    var host: TreeHost? = TreeHost(Replacing(gone: gone))
    for _ in 0..<20 { host?.tap("Turn") }
    #expect(gone.values.count == 21)
    #expect(gone.values.count { $0.store != nil } == 1)
    #expect(host?.outline.contains("shelf 20") == true)
    host = nil
    #expect(gone.values.allSatisfy { $0.store == nil })
  }

  @Test("Modifiers stand neither in the outline nor among the bodies that ran, nor in paths")
  func unseen() {
    let host = TreeHost(
      TallyText()
        .injectedModel { Store("model") }
        .injectedValues { $0.greeter = Greeter(greeting: "a") }
        .injectedValues { $0.store = Store("b") })
    #expect(host.outline == "Text \"tally a\"")
    #expect(host.evaluations.description == "TallyText: mount")
  }
}

private struct WeakStore {
  weak var store: Store?
}

/// A list that closures of views add to.
@MainActor private final class Noted<Element> {
  private(set) var values: [Element] = []

  func append(_ element: Element) {
    values.append(element)
  }
}
