import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import TestSupport
import Testing

private struct GreeterText: View {
  @InjectedEnvironment(\.greeter) private var greeter
  var body: some View { Text(greeter.greet("Ada")) }
}

private struct StoreText: View {
  @InjectedEnvironment(\.store) private var store
  var body: some View { Text("store \(store.name)") }
}

private struct WrapperText: View {
  @Injected(\.greeter) private var greeter
  var body: some View { Text("injected \(greeter.greeting)") }
}

private struct Readers: View {
  let count: Int
  var body: some View {
    GreeterText()
    StoreText()
    ForEach(0..<count) { _ in StoreText() }
  }
}

private struct Changing: View {
  let count: Int
  let stores = [Store("first"), Store("second")]
  @State private var greeting = "Hi"
  @State private var store = 0
  @State private var turn = 0
  var body: some View {
    TextField("Greeting", text: $greeting)
    Button("Store") { store = 1 - store }
    Button("Turn \(turn)") { turn += 1 }
    Readers(count: count).injectedValues {
      $0.greeter.greeting = greeting
      $0.store = stores[store]
    }
  }
}

/// Its default cannot be made.
private enum UnreadyKey: InjectedKey {
  static var liveValue: Int { fatalError("not ready") }
  static var testValue: Int { liveValue }
}

extension InjectedValues {
  fileprivate var unready: Int { self[UnreadyKey.self] }
}

/// Goes when nobody holds it.
private final class Cart: Sendable {
  static let made = Counter()
  let number: Int

  init() {
    Self.made.increment()
    number = Self.made.value
  }
}

private enum CartKey: InjectedKey {
  static var liveValue: Cart { Cart() }
  static var testValue: Cart { liveValue }
  static var lifetime: InjectedLifetime { .weak }
}

extension InjectedValues {
  fileprivate var cart: Cart { self[CartKey.self] }
}

@MainActor private final class Page: ObservableModel {
  @Observed var number = 0
  @Observed var hasCart = true
}

private struct CartText: View {
  let page: Page
  @InjectedEnvironment(\.cart) private var cart
  var body: some View {
    Text("page \(page.number), \(page.hasCart ? "cart \(cart.number)" : "no cart")")
  }
}

/// Equal to any other.
private final class Basket: Equatable, Sendable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (one: Basket, other: Basket) -> Bool { true }
}

private enum BasketKey: InjectedKey {
  static var liveValue: Basket { Basket("live") }
  static var testValue: Basket { liveValue }
}

private enum SpareBasketKey: InjectedKey {
  static var liveValue: Basket? { nil }
  static var testValue: Basket? { liveValue }
}

extension InjectedValues {
  fileprivate var basket: Basket {
    get { self[BasketKey.self] }
    set { self[BasketKey.self] = newValue }
  }
  fileprivate var spareBasket: Basket? {
    get { self[SpareBasketKey.self] }
    set { self[SpareBasketKey.self] = newValue }
  }
}

@Suite("Services in a tree") @MainActor struct InjectedEnvironmentTests {
  @Test("Without an override a view reads the key's default")
  func `default`() {
    #expect(TreeHost(GreeterText()).outline == "Text \"Hello, Ada\"")
  }

  @Test("The nearest override wins, and two subtrees have different services at once")
  func nearest() {
    let host = TreeHost {
      GreeterText()
      Group {
        GreeterText()
        GreeterText().injectedValues { $0.greeter.greeting += "!" }
      }
      .injectedValues { $0.greeter = Greeter(greeting: "Salut") }
      GreeterText().injectedValues { $0.greeter = Greeter(greeting: "Ciao") }
    }
    #expect(
      host.outline == """
        Text "Hello, Ada"
        Text "Salut, Ada"
        Text "Salut!, Ada"
        Text "Ciao, Ada"
        """)
  }

  @Test(
    "A change of one service evaluates its readers, and not those of others",
    arguments: [10, 1_000])
  func granularity(count: Int) {
    let host = TreeHost(Changing(count: count))
    host.resetEvaluations()
    host.type("Bonjour", into: "Greeting")
    #expect(host.outline.contains("Bonjour, Ada"))
    #expect(host.evaluations.counts == ["GreeterText": 1])
    host.resetEvaluations()
    host.tap("Store")
    #expect(host.outline.contains("store second"))
    #expect(host.evaluations.counts == ["StoreText": count + 1])
    host.resetEvaluations()
    host.tap("Turn 0")
    #expect(host.evaluations.counts == ["Changing": 1])
  }

  @Test("A service that only an action reads is not built before, and its change evaluates nothing")
  func action() {
    struct Asking: View {
      @InjectedEnvironment(\.greeter) private var greeter
      @InjectedEnvironment(\.unready) private var unready
      @State private var text = ""
      var body: some View { Button("Greet \(text)") { text = greeter.greeting } }
    }
    struct Parent: View {
      @State private var greeting = "Hi"
      var body: some View {
        TextField("Greeting", text: $greeting)
        Asking().injectedValues { $0.greeter.greeting = greeting }
      }
    }
    let host = TreeHost(Parent())
    host.resetEvaluations()
    host.type("Salut", into: "Greeting")
    #expect(host.evaluations.total == 0)
    host.tap("Greet ")
    #expect(host.outline.hasSuffix("Button \"Greet Salut\""))
  }

  @Test("A sheet and a destination have the services of what presents them")
  func presented() {
    struct Presenter: View {
      @State private var isShown = false
      var body: some View {
        Button("Show") { isShown = true }
          .sheet(isPresented: $isShown) { GreeterText() }
        NavigationLink("Go") { GreeterText() }
      }
    }
    let host = TreeHost(
      NavigationStack { Presenter() }.injectedValues { $0.greeter = Greeter(greeting: "Salut") })
    host.tap("Show")
    #expect(host.presented.map(\.outline) == ["Text \"Salut, Ada\""])
    host.dismiss()
    host.tap("Go")
    #expect(host.presented.map(\.outline) == ["Text \"Salut, Ada\""])
  }

  @Test("A scope around the mounting does not reach bodies; its values can be handed to the tree")
  func callersScope() async {
    // In a test, the first two reads would otherwise be reported as lost.
    await withInjectedValues(.allowsLostReads) {
      $0.greeter = Greeter(greeting: "Salut")
    } operation: {
      #expect(TreeHost(GreeterText()).outline == "Text \"Hello, Ada\"")
      #expect(TreeHost(Deferred()).outline == "Text \"injected Hello\"")
      let host = TreeHost(GreeterText().injectedValues(.current))
      await host.settle()
      #expect(host.outline == "Text \"Salut, Ada\"")
      // A view that is made inside the scope captures it.
      #expect(TreeHost(WrapperText()).outline == "Text \"injected Salut\"")
    }
    struct Deferred: View {
      var body: some View { WrapperText() }
    }
  }

  @Test("A view that is in no tree reads the current task's service")
  func outsideTree() {
    struct Holder: View {
      @InjectedEnvironment(\.greeter) var greeter
      var body: some View { EmptyView() }
    }
    let view = Holder()
    #expect(view.greeter.greeting == "Hello")
    withInjectedValues {
      $0.greeter = Greeter(greeting: "Salut")
    } operation: {
      #expect(view.greeter.greeting == "Salut")
    }
  }

  @Test("A copy that is read before the tree has prepared it is told, with the property's line")
  func unprepared() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        struct Child: View {
          @InjectedEnvironment(\.greeter) private var greeter
          var body: some View { Text(greeter.greeting) }
        }
        struct Parent: View {
          // Not a child: the tree never sees this copy.
          var body: some View { Child().body }
        }
        let host = TreeHost(Parent().injectedValues { $0.greeter.greeting = "Salut" })
        precondition(host.outline == "Text \"Hello\"")
      }
    }
    let report = result.report
    #expect(report.contains("declared at InjectionTreeTests/InjectedEnvironmentTests.swift:"))
    #expect(report.contains("was read before its view was in a tree"))
  }

  @Test("A view follows what its last body read, and no service that it does not read any more")
  func lastRead() {
    struct Reading: View {
      @InjectedEnvironment(\.greeter) private var greeter
      @State private var isReading = true
      var body: some View {
        Button("Stop") { isReading = false }
        if isReading { Text(greeter.greeting) }
      }
    }
    struct Parent: View {
      @State private var greeting = "Hi"
      var body: some View {
        TextField("Greeting", text: $greeting)
        Reading().injectedValues { $0.greeter.greeting = greeting }
      }
    }
    let host = TreeHost(Parent())
    host.resetEvaluations()
    host.type("Salut", into: "Greeting")
    #expect(host.evaluations.counts == ["Reading": 1])
    host.tap("Stop")
    host.resetEvaluations()
    host.type("Ciao", into: "Greeting")
    #expect(host.evaluations.total == 0)
  }

  @Test("A service that is an object is another one, however equal, also in an optional")
  func equalObjects() {
    struct Reading: View {
      @InjectedEnvironment(\.basket) private var basket
      @InjectedEnvironment(\.spareBasket) private var spare
      var body: some View { Text("\(basket.name), \(spare?.name ?? "none")") }
    }
    struct Parent: View {
      let baskets = [Basket("first"), Basket("second")]
      @State private var basket = 0
      @State private var spare = 0
      var body: some View {
        Button("Basket") { basket += 1 }
        Button("Spare") { spare += 1 }
        Reading().injectedValues {
          $0.basket = baskets[basket]
          $0.spareBasket = baskets[spare]
        }
      }
    }
    let host = TreeHost(Parent())
    #expect(host.outline.contains("first, first"))
    host.tap("Basket")
    #expect(host.outline.contains("second, first"))
    host.tap("Spare")
    #expect(host.outline.contains("second, second"))
  }

  @Test("Services that are overridden around them reach toolbars, overlays, menus and tabs")
  func containers() {
    struct Screen: View {
      var body: some View {
        TabView {
          Text("content")
            .overlay { GreeterText() }
            .toolbar {
              ToolbarItem { Menu("More") { GreeterText() } }
            }
            .tabItem { Text("One") }
        }
      }
    }
    let host = TreeHost(Screen().injectedValues { $0.greeter = Greeter(greeting: "Salut") })
    #expect(host.outline.contains("Text \"content\"\n    Text \"Salut, Ada\""))
    host.tap("More")
    #expect(host.presented.map(\.outline) == ["Text \"Salut, Ada\""])
  }

  @Test("The services of a scene and of an app")
  func scene() {
    struct SampleApp: App {
      var body: some Scene {
        WindowGroup { GreeterText() }.injectedValues { $0.greeter = Greeter(greeting: "Salut") }
      }
    }
    #expect(TreeHost(SampleApp()).outline == "Text \"Salut, Ada\"")
  }

  @Test("A preview has preview values, and the trait's services")
  func preview() {
    let host = TreeHost(Preview(traits: .injectedValues()) { GreeterText() })
    #expect(host.outline == "Text \"Preview, Ada\"")
    let other = TreeHost(
      Preview(traits: .injectedValues { $0.greeter.greeting += "!" }) { GreeterText() })
    #expect(other.outline == "Text \"Preview!, Ada\"")
  }

  @Test("A weak service stays as long as a view's body reads it")
  func weakService() async {
    let page = Page()
    let host = TreeHost(CartText(page: page).injectedValues(.current))
    let first = host.outline
    #expect(first.hasPrefix("Text \"page 0, cart "))
    for number in 1...3 {
      page.number = number
      await host.settle()
      #expect(host.outline == first.replacing("page 0", with: "page \(number)"))
    }
    weak let cart = InjectedValues.current.cart
    #expect(cart != nil)
    page.hasCart = false
    await host.settle()
    #expect(host.outline == "Text \"page 3, no cart\"")
    for _ in 0..<100_000 where cart != nil { await Task.yield() }
    #expect(cart == nil)
  }
}
