import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import ServiceComparison
import TestSupport
import Testing

// What compiles in the documents and does another thing than they say: wrong, then right.
@MainActor
@Suite(
  "Seeds: what does not do what it says", .injected(.allowsLostReads))
struct SeedMistakeTests {
  // MARK: SwiftUI integration

  @Test("A container view that opens a scope around nothing: each pass starts a task, for nothing")
  func containerView() async {
    let events = SeedLog()
    let host = TreeHost(TurningParent { DIContainer(events: events) { InjectedName() } })
    await host.finish()
    let first = events.all.count
    host.tap("turn")
    await host.finish()
    #expect(events.all.count == first + 1)
    #expect(!host.outline.contains("product of the container"))
  }

  @Test("Services that are prepared at launch are there in every body")
  func prepared() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        prepareInjectedValues { $0.authService = NamedAuth(name: "prepared") }
        let host = TreeHost(InjectedName())
        precondition(host.outline == "Text \"prepared\"", host.outline)
      }
    }
  }

  @Test("A snapshot of the first pass is a blank; one after the load is not")
  func snapshots() async {
    let host = TreeHost(
      InjectedScreen(ProfileModel.init) { ProfileView($0) }
        .injectedValues { $0.services = .mock() })
    #expect(!host.outline.contains("Preview User"))
    await host.finish()
    #expect(host.outline.contains("Preview User"))
  }

  @Test("A view that is made in a scope has captured it; one that its body makes has not")
  func viewInScope() {
    let view = withInjectedValues(.allowsLostReads) {
      $0.authService = NamedAuth(name: "mock")
    } operation: {
      CapturingParent()
    }
    #expect(TreeHost(view).outline == "Text \"mock\"\nText \"MockAuthService\"")
    let right = TreeHost(
      Group {
        InjectedName()
        InjectedName()
      }.injectedValues { $0.authService = NamedAuth(name: "mock") })
    #expect(right.outline == "Text \"mock\"\nText \"mock\"")
  }

  @Test("A model that is used after its scope: what it captured stays, what it resolves does not")
  func modelAfterScope() {
    let model = withInjectedValues {
      $0.authService = NamedAuth(name: "mock")
    } operation: {
      NameModel()
    }
    #expect(name(of: model.captured) == "mock")
    #expect(name(of: model.resolved) == "MockAuthService")
  }

  @Test("A small view that reads a service runs again with it; one that is given a value does not")
  func smallViews() async {
    let services = [NamedAuth(name: "first"), NamedAuth(name: "second")]
    let host = TreeHost(
      TurningParent(content: { turn in
        Group {
          EnvironmentName()
          GivenName(name: "given")
        }.environment(\.authService, services[turn])
      }))
    await host.finish()
    host.resetEvaluations()
    host.tap("turn")
    await host.finish()
    #expect(host.evaluations["EnvironmentName"] == 1)
    #expect(host.evaluations["GivenName"] == 0)
    #expect(host.outline.hasSuffix("Text \"second\"\nText \"given\""))
  }

  @Test("A service that is read in two ways is two services; in one way, it is one")
  func twoWays() {
    let wrong = TreeHost(
      Group {
        EnvironmentName()
        InjectedName()
      }.environment(\.authService, NamedAuth(name: "mock")))
    #expect(wrong.outline == "Text \"mock\"\nText \"MockAuthService\"")
    let right = TreeHost(
      Group {
        EnvironmentName()
        EnvironmentName()
      }.environment(\.authService, NamedAuth(name: "one")))
    #expect(right.outline == "Text \"one\"\nText \"one\"")
  }

  // MARK: Closure-based services

  @Test("A preview that fills its store in a task shows a pass of loading first")
  func previewInTask() async {
    let store = LandmarkStore()
    let service = LandmarkService.unimplemented
    let late = LandmarkService(
      store: store, fetchLandmarks: {}, fetchLandmark: service.fetchLandmark,
      fetchLandmarksByCategory: service.fetchLandmarksByCategory)
    let fill = Task { @MainActor in store.setLandmarks([]) }
    let wrong = TreeHost(LandmarkListView(late))
    #expect(wrong.outline == "ProgressView \"Loading landmarks...\"")
    await fill.value
    await wrong.finish()
    #expect(wrong.outline == "List")
    #expect(TreeHost(LandmarkListView(.preview())).outline.hasPrefix("List"))
  }

  @Test("A mock that is made in a body falls back to loading; a held one does not")
  func madeInBody() async {
    let held = LandmarkService.mock()
    for isHeld in [false, true] {
      let host = TreeHost(TurningParent { StoreName(service: isHeld ? held : .mock()) })
      await host.finish()
      host.tap("turn")
      let isLoaded = host.outline.contains("loaded")
      #expect(isLoaded == isHeld)
      await host.finish()
    }
  }

  @Test("An endpoint that traps ends the tests; one that throws fails alone")
  func unimplementedTraps() async {
    await #expect(processExitsWith: .failure) {
      var search = WebSearch.mock()
      search.fetch = { _ in fatalError("fetch not implemented") }
      _ = try await search.fetch("a")
    }
    await #expect(throws: UnimplementedEndpoint.self) {
      try await WebSearch.unimplemented.fetch("a")
    }
  }

  @Test("A forgotten endpoint is an issue of the test that calls it, whoever takes its error")
  func unimplementedIsHeard() async {
    let issues = await collectingIssues {
      let search = WebSearch(
        url: unimplemented("WebSearch.url", placeholder: nil),
        fetch: unimplemented("WebSearch.fetch"), open: unimplemented("WebSearch.open"))
      #expect(search.url("a") == nil)
      _ = try? await search.fetch("a")
      _ = try? await search.open("a")
    }
    let names = ["url", "fetch", "open"].map { "WebSearch.\($0)" }
    #expect(issues.count == 3)
    #expect(zip(issues, names).allSatisfy { $0.message.contains($1) })
  }

  @Test("A mock with a real sleep cannot be moved on; one with a clock can")
  func mockClock() async throws {
    let clock = ManualClock()
    let real = LandmarkService.mock(delay: .seconds(3600))
    let load = Task { try await real.fetchLandmarks() }
    let moved = LandmarkService.mock(delay: .seconds(3600), clock: clock)
    async let other: Void = moved.fetchLandmarks()
    for await _ in clock.sleeps { break }
    clock.advance(by: .seconds(3600))
    try await other
    #expect(moved.store.phase == .loaded)
    #expect(real.store.phase != .loaded)
    load.cancel()
    _ = await load.result
  }

  // MARK: Environment integration

  @Test("A view that never loads stays idle; one that loads in its task does not")
  func neverLoads() async {
    let service = LandmarkService.mock()
    let wrong = TreeHost(StoreName(service: service, loads: false))
    await wrong.finish()
    #expect(wrong.outline == "Text \"idle\"")
    let right = TreeHost(StoreName(service: service))
    await right.finish()
    #expect(right.outline == "Text \"loaded\"")
  }

  @Test("An aggregate that is a key of its own can disagree with the single key")
  func disagreement() async throws {
    var wrong = EnvironmentValues()
    wrong.storedServices = .mock()
    wrong.authService = NamedAuth(name: "single")
    #expect(name(of: wrong.storedServices.authService) != name(of: wrong.authService))
    var right = EnvironmentValues()
    right.services = .mock()
    right.authService = NamedAuth(name: "single")
    #expect(name(of: right.services.authService) == name(of: right.authService))
  }

  // MARK: Service with environment

  @Test("A service that stores its environment nests one in another at each override")
  func nestedEnvironments() {
    var values = EnvironmentValues()
    for _ in 0..<3 { values.nesting = Nesting(environment: values) }
    var depth = 0
    var next: Nesting? = values.nesting
    while let service = next {
      depth += 1
      next = service.environment?.nesting
    }
    // Three overrides, and the default at the bottom.
    #expect(depth == 4)
    let endpoints = Mirror(reflecting: EnvironmentValues().webSearch).children
    #expect(!endpoints.isEmpty)
    #expect(!endpoints.contains { $0.value is EnvironmentValues })
  }

  // MARK: App architecture

  @Test("A preview that supplies another object than views read has live services")
  func wrongObject() {
    let wrong = TreeHost(EnvironmentName().environment(AppState(from: Services.mock())))
    #expect(wrong.outline == "Text \"LiveAuthService\"")
    let right = TreeHost(EnvironmentName().services(.mock()))
    #expect(right.outline == "Text \"MockAuthService\"")
  }

  @Test("A service that a body makes is made once per pass; a held one, once")
  func onePerPass() async {
    let events = SeedLog()
    func make() -> any AuthService {
      events.add("made")
      return NamedAuth(name: "a")
    }
    let wrong = TreeHost(TurningParent { EnvironmentName().environment(\.authService, make()) })
    wrong.tap("turn")
    wrong.tap("turn")
    #expect(events.all.count == 3)
    let held = make()
    let right = TreeHost(TurningParent { EnvironmentName().environment(\.authService, held) })
    right.tap("turn")
    right.tap("turn")
    #expect(events.all.count == 4)
  }

  @Test("A state's initial model is made per pass, and keeps the first id; a screen's is not")
  func initialModels() async {
    let events = SeedLog()
    let wrong = TreeHost(TurningParent(content: { StateScreen(id: $0, events: events) }))
    wrong.tap("turn")
    #expect(events.all == ["0", "1"])
    #expect(wrong.outline.contains("model 0"))
    let made = SeedLog()
    let right = TreeHost(
      TurningParent(content: { id in
        EnvironmentScreen { _ in
          made.add("\(id)")
          return IDModel(id)
        } content: {
          Text("model \($0.id)")
        }.id(id)
      }))
    right.tap("turn")
    #expect(made.all == ["0", "1"])
    #expect(right.outline.contains("model 1"))
  }

  @Test("A mock that casts its result by force traps where it has none; a typed one throws")
  func forcedCast() async {
    await #expect(processExitsWith: .failure) {
      let result: Any? = nil
      _ = result as! [Product]
    }
    await #expect(throws: UnimplementedEndpoint.self) {
      try await MockProductService(error: UnimplementedEndpoint("x")).fetchProducts()
    }
  }
}
