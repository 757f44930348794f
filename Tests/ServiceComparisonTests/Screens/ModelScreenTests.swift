import EnvironmentTree
import Foundation
import Injection
import InjectionTesting
import InjectionTree
import ServiceComparison
import Testing

/// Which side a screen has its services from.
enum Side: CaseIterable {
  case container
  case environment

  /// A host of a screen with these services.
  @MainActor func host<Model, Content: View>(
    _ services: Services, _ injected: @escaping @MainActor (InjectedValues) -> Model,
    _ environment: @escaping @MainActor (EnvironmentValues) -> Model,
    @ViewBuilder content: @escaping @MainActor (Model) -> Content
  ) -> TreeHost {
    switch self {
    case .container:
      TreeHost(
        InjectedScreen(injected, content: content).injectedValues { $0.services = services })
    case .environment:
      TreeHost(EnvironmentScreen(environment, content: content).services(services))
    }
  }
}

@MainActor @Suite("The same models and views, from both sides", .injected)
struct ModelScreenTests {
  private struct Offline: Error {}

  @Test("A profile is loaded, and signs out", arguments: Side.allCases)
  func profile(side: Side) async throws {
    let services = Services.mock()
    let host = side.host(services, ProfileModel.init, ProfileModel.init) { ProfileView($0) }
    await host.finish()
    #expect(
      host.outline == """
        VStack
          Text "Preview User"
          Text "preview@example.com"
          Button "Sign out"
        """)
    host.tap("Sign out")
    await host.finish()
    #expect(host.outline == "VStack")
    #expect(try await services.authService.signedIn() == nil)
  }

  @Test("A profile that cannot be loaded says why", arguments: Side.allCases)
  func profileFailure(side: Side) async {
    var services = Services.mock()
    services.userService = MockUserService(error: Offline())
    let host = side.host(services, ProfileModel.init, ProfileModel.init) { ProfileView($0) }
    await host.finish()
    #expect(host.outline == "VStack\n  Text \"Offline()\"")
  }

  @Test("An order is chosen, processed, and its sheet goes", arguments: Side.allCases)
  func orders(side: Side) async {
    let service = MockOrderService()
    var services = Services.mock()
    services.orderService = service
    let host = side.host(services, OrderListModel.init, OrderListModel.init) { OrderListView($0) }
    await host.finish()
    #expect(host.outline == "List\n  Button \"Books\"\n  Button \"Tea\"")
    host.tap("Tea")
    #expect(host.presented.map(\.outline) == ["VStack\n  Text \"Tea\"\n  Button \"Process\""])
    host.tap("Process")
    await host.finish()
    #expect(host.presented.isEmpty)
    #expect(service.processed.map(\.title) == ["Tea"])
  }

  @Test("A load that is cancelled is no error, and one that succeeds takes back an earlier error")
  func orderErrors() async {
    var services = Services.mock()
    services.orderService = FailingOrders(failures: [CancellationError(), Offline()])
    let model = OrderListModel(from: services)
    await model.load()
    #expect(model.errorMessage == nil)
    await model.load()
    #expect(model.errorMessage == "Offline()")
    await model.load()
    #expect(model.errorMessage == nil)
    #expect(model.orders.map(\.title) == ["Books", "Tea"])
  }

  @Test("An order that cannot be processed stays, with the reason")
  func orderFailure() async throws {
    let model = OrderDetailModel(
      order: Order.preview[0], orderService: UnimplementedOrderService())
    #expect(await !model.process())
    #expect(!model.isProcessing)
    #expect(try #require(model.errorMessage).hasPrefix("OrderService.processOrder"))
  }

  @Test("An onboarding goes forth and back, and is noted", arguments: Side.allCases)
  func onboarding(side: Side) async {
    let events = SeedLog()
    var services = Services.mock()
    services.analytics = .mock { events.add($0) }
    let host = side.host(services, OnboardingCoordinator.init, OnboardingCoordinator.init) {
      OnboardingFlow($0)
    }
    #expect(host.outline == "VStack\n  Text \"welcome\"\n  Button \"Continue\"")
    for label in ["Continue", "Back", "Continue", "Continue", "Continue"] {
      host.tap(label)
      await host.finish()
    }
    #expect(host.outline == "VStack\n  Text \"complete\"\n  Button \"Back\"")
    #expect(
      events.all
        == ["permissions", "welcome", "permissions", "personalInfo", "complete"].map {
          "onboarding: \($0)"
        })
  }

  @Test("An item that was not loaded is tried again", arguments: Side.allCases)
  func recovery(side: Side) async {
    let service = FlakyProducts()
    var services = Services.mock()
    services.productService = service
    let host = side.host(
      services, { ItemDetailModel(id: "1", from: $0) }, { ItemDetailModel(id: "1", from: $0) },
      content: { ItemDetailView($0) })
    await host.finish()
    #expect(host.presented.map(\.outline).joined().contains("Check your internet connection"))
    host.tap("Retry")
    await host.finish()
    #expect(host.presented.isEmpty)
    #expect(host.outline == "Form\n  Text \"Globe\"")
  }

  @Test("An item that there is not has no way back", arguments: Side.allCases)
  func notFound(side: Side) async {
    let host = side.host(
      .mock(), { ItemDetailModel(id: "9", from: $0) }, { ItemDetailModel(id: "9", from: $0) },
      content: { ItemDetailView($0) })
    await host.finish()
    #expect(
      host.presented.map(\.outline) == ["Text \"There is no item 9\"\nButton \"OK\""])
    host.tap("OK")
    #expect(host.presented.isEmpty)
  }

  @Test("A store is shown in each of its states", arguments: Side.allCases)
  func landmarks(side: Side) async {
    func host(_ service: LandmarkService) -> TreeHost {
      var services = Services.mock()
      services.landmarkService = service
      return side.host(
        services, { $0.landmarkService }, { $0.landmarkService }, content: { LandmarkListView($0) })
    }
    let failing = host(.unimplemented)
    await failing.finish()
    #expect(failing.outline.hasPrefix("ContentUnavailableView \"Unable to Load\""))
    let loading = host(.mock())
    #expect(loading.outline == "ProgressView \"Loading landmarks...\"")
    await loading.finish()
    #expect(loading.outline.contains("Parthenon"))
    #expect(host(.preview()).outline.contains("Parthenon"))
  }

  @Test(
    "Controls write the app's state, and only readers of it are evaluated", arguments: Side.allCases
  )
  func settings(side: Side) async throws {
    let kept = Kept<AppState>()
    let host = side.host(.mock(), AppState.init, AppState.init) { state in
      let _ = kept.keep(state)
      Text(state.notificationsEnabled ? "on" : "off")
      SettingsView().environment(state)
    }
    await host.finish()
    #expect(host.outline.contains("Text \"Hello, Preview User\""))
    host.resetEvaluations()
    host.type("Ada", into: "Username")
    #expect(host.evaluations.total == host.evaluations["SettingsView"])
    host.toggle("Notifications")
    let state = try #require(kept.value)
    #expect(state.username == "Ada")
    #expect(
      host.outline == """
        Text "on"
        Form
          Text "Hello, Ada"
          TextField "Username": "Ada"
          Toggle "Notifications": on
        """)
    host.resetEvaluations()
    state.error = .unknown("no weather")
    #expect(host.outline.hasSuffix("Text \"no weather\""))
    #expect(host.evaluations.total == 1)
  }

  @Test("Who is signed in cannot be found out: the app's state says why", arguments: Side.allCases)
  func settingsFailure(side: Side) async {
    let host = side.host(.unimplemented(), AppState.init, AppState.init) {
      SettingsView().environment($0)
    }
    await host.finish()
    #expect(host.outline.contains("Text \"Who are you?\""))
    #expect(host.outline.contains("AuthService.signedIn"))
  }

  @Test("What is searched for is shown, and opened", arguments: Side.allCases)
  func search(side: Side) async throws {
    let opened = SeedLog()
    var services = Services.mock()
    services.webSearch.open = { query in
      opened.add(query)
      return !query.isEmpty
    }
    let host = side.host(services, SearchModel.init, SearchModel.init) { SearchView($0) }
    host.tap("Open")
    await host.finish()
    #expect(host.outline.hasSuffix("Text \" could not be opened\""))
    host.type("tea", into: "Search")
    host.tap("Open")
    await host.finish()
    host.tap("Fetch")
    await host.finish()
    #expect(opened.all == ["", "tea"])
    #expect(
      host.outline == """
        VStack
          TextField "Search": "tea"
          Button "Fetch"
          Button "Open"
          Text "found tea"
        """)
  }

  @Test("A search that fails says why, both where it fetches and where it opens")
  func searchFailure() async throws {
    let model = SearchModel(from: Services.unimplemented())
    await model.fetch()
    #expect(try #require(model.errorMessage).hasPrefix("WebSearch.fetch"))
    await model.open()
    #expect(try #require(model.errorMessage).hasPrefix("WebSearch.open"))
    #expect(model.result == nil)
  }

  @Test("The answer to a search that another one cancelled is not shown")
  func searchCancelled() async {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    var services = Services.mock()
    services.webSearch.fetch = { query in
      if query == "slow" {
        ask.yield()
        // Not `for await`, which cancellation ends: this endpoint does not notice it.
        await Task { for await _ in ended {} }.value
      }
      return Data(query.utf8)
    }
    let model = SearchModel(from: services)
    model.query = "slow"
    let slow = Task { await model.fetch() }
    for await _ in asked { break }
    model.query = "quick"
    await model.fetch()
    end.finish()
    await slow.value
    #expect(model.result == "quick")
    #expect(model.errorMessage == nil)
  }

  @Test("A model is made once, also where its screen is evaluated again", arguments: Side.allCases)
  func once(side: Side) async {
    let events = SeedLog()
    let host = side.host(
      .mock(),
      {
        events.add("made")
        return OrderListModel(from: $0)
      },
      {
        events.add("made")
        return OrderListModel(from: $0)
      },
      content: { model in
        Text("\(model.orders.count)").task { await model.load() }
      })
    await host.finish()
    #expect(host.outline == "Text \"2\"")
    #expect(events.all == ["made"])
  }
}

@MainActor private final class Kept<Value> {
  private(set) var value: Value?

  func keep(_ value: Value) { self.value = value }
}

/// Fails with each of these, and then no more.
private actor FailingOrders: OrderService {
  private var failures: [any Error]

  init(failures: [any Error]) { self.failures = failures }

  func fetchOrders() async throws -> [Order] {
    guard failures.isEmpty else { throw failures.removeFirst() }
    return Order.preview
  }

  func processOrder(_ order: Order) async throws {}
}

/// Fails once.
private actor FlakyProducts: ProductService {
  private var hasFailed = false

  func fetchProducts() async throws -> [Product] {
    guard hasFailed else {
      hasFailed = true
      throw NetworkError.missingFile(BundledResource.products.url)
    }
    return Product.preview
  }
}
