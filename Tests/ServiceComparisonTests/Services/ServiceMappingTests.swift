import EnvironmentTree
import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import InjectionTree
import ServiceComparison
import Testing

@Suite("The services, on both", .injected)
struct ServiceMappingTests {
  @Test("The aggregate and the single values cannot disagree, on either side")
  func aggregate() async throws {
    var container = InjectedValues.current
    try await check(&container)
    var environment = EnvironmentValues()
    try await check(&environment)
  }

  private func check(_ values: inout some ServiceValues) async throws {
    values.services = .mock()
    #expect(try await values.authService.signedIn() == "Preview User")
    values.authService = MockAuthService(signedIn: "Ada")
    #expect(try await values.services.authService.signedIn() == "Ada")
    let orders = try await values.services.orderService.fetchOrders()
    #expect(orders == Order.preview)
  }

  @MainActor @Test("A modifier puts every service into the tree")
  func modifier() async throws {
    let box = Box()
    _ = TreeHost(Reader(box: box).services(.unimplemented()))
    let services = try #require(box.services)
    let names = await unimplementedNames(of: services)
    #expect(names.count == 15)
    #expect(Set(names).count == 15)
  }

  @Test("Every endpoint of the unimplemented services throws its own name")
  func unimplemented() async {
    #expect(
      await unimplementedNames(of: .unimplemented()) == [
        "LandmarkService.fetchLandmarks", "LandmarkService.fetchLandmark",
        "LandmarkService.fetchLandmarksByCategory", "NetworkClient.data(from:)",
        "UserService.fetchCurrentUser", "AuthService.signIn", "AuthService.signOut",
        "AuthService.signedIn", "OrderService.fetchOrders", "OrderService.processOrder",
        "ProductService.fetchProducts", "ImageLoader.load", "AnalyticsService.track",
        "WebSearch.fetch", "WebSearch.open",
      ])
    #expect(Services.unimplemented().webSearch.url("x") == nil)
  }

  @Test("The keys' values in a context are those of the aggregate's variant")
  func contexts() async {
    for (context, variant) in [(InjectedContext.test, Services.test()), (.preview, .preview())] {
      let services = withInjectedValues {
        $0.context = context
      } operation: {
        InjectedValues.current.services
      }
      #expect(types(of: services) == types(of: variant))
      #expect(await unimplementedNames(of: services) == unimplementedNames(of: variant))
    }
    let live = withInjectedValues {
      $0.context = .live
    } operation: {
      InjectedValues.current.services
    }
    #expect(types(of: live) == types(of: .live()))
    #expect(types(of: EnvironmentValues().services) == types(of: .live()))
    #expect(Set([Services.live(), .test(), .unimplemented()].map { types(of: $0) }).count == 3)
  }

  private func types(of services: Services) -> [String] {
    [
      "\(type(of: services.userService))", "\(type(of: services.authService))",
      "\(type(of: services.orderService))", "\(type(of: services.productService))",
    ]
  }

  @Test("Previews have all at once; mocks load; tests use nothing outside")
  func variants() async throws {
    let preview = Services.preview()
    #expect(await preview.landmarkService.store.phase == .loaded)
    #expect(try await preview.userService.fetchCurrentUser() == .preview)
    #expect(try await preview.productService.fetchProducts() == Product.preview)
    let mock = Services.mock()
    #expect(await mock.landmarkService.store.phase == .idle)
    try await mock.landmarkService.fetchLandmarks()
    #expect(await mock.landmarkService.store.phase == .loaded)
    let url = try #require(URL(string: "http://localhost/x"))
    #expect(try await mock.imageLoader.load(url).count == 4)
    #expect(String(decoding: try await mock.webSearch.fetch("tea"), as: UTF8.self) == "found tea")
    let test = Services.test()
    #expect(try await test.userService.fetchCurrentUser() == .test)
    await #expect(throws: UnimplementedEndpoint.self) { try await test.analytics.track("x") }
  }

  @Test("The live services read the bundled documents, and write below their folder")
  func live() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let services = Services.live(
      client: .bundled, locations: ServiceLocations(storage: folder))
    #expect(try await services.authService.signedIn() == nil)
    try await services.authService.signOut()
    try await services.authService.signIn("Ada")
    #expect(try await services.authService.signedIn() == "Ada")
    try await services.authService.signOut()
    #expect(try await services.authService.signedIn() == nil)

    let order = try #require(try await services.orderService.fetchOrders().first)
    try await services.orderService.processOrder(order)
    let receipt = folder.appendingPathComponent("receipts/\(order.id).json")
    #expect(try JSONDecoder().decode(Order.self, from: Data(contentsOf: receipt)) == order)
    for id in ["../a/b", "ab"] {
      try await services.orderService.processOrder(Order(id: id, title: "", cents: 0))
    }
    let receipts = folder.appendingPathComponent("receipts").path
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: receipts).sorted()
        == ["%2E%2E%2Fa%2Fb.json", "\(order.id).json", "ab.json"].sorted())
    #expect(try await services.productService.fetchProducts().map(\.id) == ["p1", "p2"])

    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try await services.analytics.track("a\nb") } }
      try await group.waitForAll()
    }
    let log = try String(
      contentsOf: folder.appendingPathComponent("events.log"), encoding: .utf8)
    #expect(log == String(repeating: "a b\n", count: 8))
  }

  @Test("Two services that note events in one folder lose none of each other's")
  func sharedEvents() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let services = (0..<2).map { _ in AnalyticsService.live(folder: folder) }
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask { try await services[number % 2].track("event \(number)") }
      }
      try await group.waitForAll()
    }
    let log = try String(
      contentsOf: folder.appendingPathComponent("events.log"), encoding: .utf8)
    let lines = log.split(separator: "\n").map(String.init)
    #expect(lines.sorted() == (0..<200).map { "event \($0)" }.sorted())
  }

  @Test("An event is added to the file that is there, and an error where it cannot be opened")
  func eventFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let analytics = AnalyticsService.live(folder: folder)
    try await analytics.track("first")
    let file = folder.appendingPathComponent("events.log")
    let reader = try FileHandle(forReadingFrom: file)
    try await analytics.track("second")
    #expect(try reader.readToEnd() == Data("first\nsecond\n".utf8))
    try reader.close()
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    await #expect(throws: CocoaError.self) { try await analytics.track("third") }
  }

  @Test("What has a meaning in an address is searched for as it is typed")
  func searchedMarks() {
    let search = WebSearch.live {
      .bundled
    } openURL: {
      OpenedURLs().openURL
    }
    #expect(
      search.url("C++ & a=b #1")?.query(percentEncoded: true)
        == "q=C%2B%2B%20%26%20a%3Db%20%231")
  }

  @Test("The live image loader and search ask over HTTP")
  func overHTTP() async throws {
    try await LoopbackServer.run([
      "/a.png": .init(body: Data("image".utf8)), "/search": .json("[]"),
    ]) { server in
      let loader = ImageLoader.live(client: .live)
      let image = try await loader.load(server.baseURL.appendingPathComponent("a.png"))
      #expect(image == Data("image".utf8))
      let opened = OpenedURLs()
      let search = WebSearch.live(host: server.baseURL.absoluteString) {
        .live
      } openURL: {
        opened.openURL
      }
      let address = try #require(search.url("green tea"))
      #expect(address.absoluteString.hasSuffix("/search?q=green%20tea"))
      #expect(try await search.fetch("green tea") == Data("[]".utf8))
      #expect(try await search.open("green tea"))
      #expect(opened.urls == [address])
    }
  }

  @Test("An endpoint uses the services of the place that calls it")
  func callTime() async throws {
    let search = WebSearchKey.liveValue
    for (name, isOpened) in [("first", true), ("second", false)] {
      let opened = OpenedURLs(answering: isOpened)
      try await withInjectedValues {
        $0.networkClient = NetworkClient { _ in Data(name.utf8) }
        $0.openURL = opened.openURL
      } operation: {
        let data = try await search.fetch("x")
        let answer = try await search.open(name)
        #expect(String(decoding: data, as: UTF8.self) == name)
        #expect(answer == isOpened)
      }
      #expect(opened.urls.map(\.query) == ["q=\(name)"])
    }
  }

  @MainActor @Test("An endpoint uses the services of the place in the tree that has read it")
  func placeInTree() async throws {
    let opened = SeedLog()
    func part(_ name: String) -> some View {
      EnvironmentScreen(SearchModel.init) { SearchView($0) }
        .environment(\.networkClient, NetworkClient { _ in Data(name.utf8) })
    }
    let host = TreeHost(
      Group {
        part("first")
        part("second").environment(
          \.openURL,
          OpenURLAction { url in
            opened.add(url.query ?? "")
            return .discarded
          })
      })
    for index in 0..<2 {
      for label in ["Fetch", "Open"] {
        host.tap(label, at: index)
        await host.finish()
      }
    }
    #expect(host.openedURLs.map(\.path) == ["/search"])
    #expect(opened.all == ["q="])
    let texts = host.outline.split(separator: "\n").filter { $0.contains("Text ") }
    #expect(
      texts.map { $0.trimmingPrefix { $0 == " " } } == [
        "Text \"first\"", "Text \"second\"", "Text \" could not be opened\"",
      ])
  }

  private func unimplementedNames(of services: Services) async -> [String] {
    func name(_ call: () async throws -> Void) async -> String {
      do {
        try await call()
        return "nothing was thrown"
      } catch {
        return (error as? UnimplementedEndpoint)?.name ?? "\(error)"
      }
    }
    let url = URL(fileURLWithPath: "/")
    let order = Order(id: "1", title: "", cents: 0)
    return [
      await name { try await services.landmarkService.fetchLandmarks() },
      await name { _ = try await services.landmarkService.fetchLandmark("a") },
      await name { _ = try await services.landmarkService.fetchLandmarksByCategory(.nature) },
      await name { _ = try await services.networkClient.data(from: url) },
      await name { _ = try await services.userService.fetchCurrentUser() },
      await name { try await services.authService.signIn("a") },
      await name { try await services.authService.signOut() },
      await name { _ = try await services.authService.signedIn() },
      await name { _ = try await services.orderService.fetchOrders() },
      await name { try await services.orderService.processOrder(order) },
      await name { _ = try await services.productService.fetchProducts() },
      await name { _ = try await services.imageLoader.load(url) },
      await name { try await services.analytics.track("a") },
      await name { _ = try await services.webSearch.fetch("a") },
      await name { _ = try await services.webSearch.open("a") },
    ]
  }
}

@MainActor private final class Box {
  var services: Services?

  func keep(_ services: Services) { self.services = services }
}

private struct Reader: View {
  let box: Box
  @Environment(\.services) private var services
  var body: some View {
    let _ = box.keep(services)
    EmptyView()
  }
}
