import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import TestSupport
import Testing

@MainActor final class TicketStore {
  private nonisolated let contents = SharedObserved<[String]>([])
  var tickets: [String] { contents.value }
  func set(_ tickets: [String]) { contents.value = tickets }
  nonisolated init() {}
}

struct TicketService: Sendable {
  let store: TicketStore
  var fetch: @Sendable () async throws -> Void

  static func live() -> TicketService {
    let store = TicketStore()
    return TicketService(store: store) {
      let catalog = injected(\.catalog)
      await store.set((1...2).map { catalog.title(of: $0) })
    }
  }

  static func unimplemented() -> TicketService {
    TicketService(store: TicketStore(), fetch: Injection.unimplemented("TicketService.fetch"))
  }
}

enum TicketServiceKey: InjectedKey {
  static let liveValue = TicketService.live()
  static var testValue: TicketService { .unimplemented() }
}

extension InjectedValues {
  var tickets: TicketService {
    get { self[TicketServiceKey.self] }
    set { self[TicketServiceKey.self] = newValue }
  }
}

struct TicketsView: View {
  @InjectedEnvironment(\.tickets) private var service
  var body: some View {
    Text("\(service.store.tickets.count) tickets").task { try? await service.fetch() }
  }
}

@Suite("Recipe 11", .injected(.allowsLostReads)) @MainActor struct Recipe11Tests {
  @Test("A service of closures fills its store on the main actor, and a body follows it")
  func store() async {
    let service = TicketService.live()
    let host = TreeHost(TicketsView().injectedValues { $0.tickets = service })
    #expect(host.outline == "Text \"0 tickets\"")
    await host.settle()
    #expect(host.outline == "Text \"2 tickets\"")
  }

  @Test(
    "An endpoint resolves what it uses when it is called, and fails where it is not implemented")
  func endpoints() async throws {
    let service = TicketService.live()
    try await withInjectedValues {
      $0.catalog = MockCatalog(title: "Mock")
    } operation: {
      try await service.fetch()
    }
    #expect(service.store.tickets == ["Mock", "Mock"])
    let report = await issueReport {
      await #expect(throws: UnimplementedError.self) { try await injected(\.tickets).fetch() }
    }
    #expect(report.contains("TicketService.fetch was called"))
  }
}
