import Injection
import TestSupport
import Testing

// The examples of Docs/Container.md.

@Suite("The examples of the container's guide")
struct ContainerExamples {
  @Test("1. Overrides reach everything built from them")
  func overrides() {
    let shared = injected(\.catalog)
    withInjectedValues {
      $0.endpoint = "https://staging.example.com"
    } operation: {
      let catalog = injected(\.catalog)
      #expect(catalog.client.endpoint == "https://staging.example.com")
      #expect(catalog !== shared)
      #expect(catalog === injected(\.catalog))
    }
    #expect(injected(\.catalog) === shared)
  }

  @Test("1. A scope that succeeds another")
  func succession() {
    func values(after earlier: InjectedValues?, endpoint: String, user: String) -> InjectedValues {
      InjectedValues.current
        .overriding {
          $0.endpoint = endpoint
          $0.guideUser = user
        }
        .succeeding(earlier)
    }
    let ada = values(after: nil, endpoint: "https://staging.example.com", user: "Ada")
    let grace = values(after: ada, endpoint: "https://staging.example.com", user: "Grace")
    let catalog = ada.run { injected(\.catalog) }
    let edsger = values(after: ada, endpoint: "https://staging.example.com", user: "Edsger")
    #expect(edsger.run { injected(\.catalog) } === catalog)
    #expect(edsger.run { injected(\.guideUser) } == "Edsger")
    let elsewhere = values(after: edsger, endpoint: "https://example.org", user: "Edsger")
    #expect(elsewhere.run { injected(\.catalog) } !== catalog)
    #expect(grace.run { injected(\.catalog) } !== catalog, "It was made before the catalog was.")
  }

  @Test("2. Lifetimes")
  func lifetimes() {
    #expect(injected(\.requestID) != injected(\.requestID))
  }

  @Test("3. Sessions")
  func sessions() async {
    let log = GuideLog()
    let session = InjectedSession { $0.guideUser = "Ada" }
    session.onEnd(\.basket) { log.append("\($0.owner)'s basket is closed") }
    session.run {
      injected(\.basket).add("tea")
    }
    await session.end()
    // log.lines is ["Ada's basket is closed"]
    #expect(log.lines == ["Ada's basket is closed"])
  }

  @Test("4. Asynchronous keys")
  func asynchronous() async throws {
    try await withInjectedValues {
      $0.context = .live
    } operation: {
      try await InjectedValues.prepare(RatesKey.self)
      #expect(injected(\.rates)["EUR"] == 1)
    }
  }

  @Test("5. Main-actor keys")
  @MainActor func mainActor() {
    let player = MusicPlayer()
    player.play()
    #expect(player.speaker.volume == 1)
  }

  @Test("6. Collections and decorations")
  func collections() {
    withInjectedValues {
      $0.contribute(\.filters, id: "trim", order: 1) { Filter { $0.filter { $0 != " " } } }
      $0.contribute(\.filters, id: "upper", order: 2) { Filter { $0.uppercased() } }
      $0.decorate(\.endpoint) { $0 + "/v2" }
    } operation: {
      let text = injected(\.filters).reduce("a b") { $1.apply($0) }
      #expect(text == "AB")
      #expect(injected(\.endpoint) == "https://example.com/v2")
    }
  }

  @Test("7. Provenance")
  func provenance() throws {
    let graph = InjectedValues.recordGraph { injected(\.catalog) }
    #expect(graph.mermaid.contains("CatalogKey"))
    let explanation = InjectedValues.explain(\.catalog)
    #expect(explanation.built?.reads.map(\.key) == ["ClientKey"])
    try InjectedValues.verify([CatalogKey.self, ClientKey.self, EndpointKey.self])
  }

  @Test("8. Unimplemented endpoints")
  func endpoints() async {
    let report = await issueReport { #expect(!injected(\.mailer).send("Ada")) }
    #expect(report.contains("Mailer.send was called, but is not implemented"))
  }
}

final class Catalog: Sendable {
  let client = injected(\.client)
}

final class Client: Sendable {
  let endpoint = injected(\.endpoint)
}

enum EndpointKey: InjectedKey {
  static let liveValue = "https://example.com"
  static let testValue = "https://example.com"
}

enum ClientKey: InjectedKey {
  static var liveValue: Client { Client() }
  static var testValue: Client { Client() }
}

enum CatalogKey: InjectedKey {
  static var liveValue: Catalog { Catalog() }
  static var testValue: Catalog { Catalog() }
}

enum RequestIDKey: InjectedKey {
  static var liveValue: UInt64 { .random(in: 0 ... .max) }
  static var testValue: UInt64 { liveValue }
  static var lifetime: InjectedLifetime { .transient }
}

final class Basket: Sendable {
  let owner = injected(\.guideUser)
  private let items = Guarded<[String]>([])

  func add(_ item: String) { items.withLock { $0.append(item) } }
}

enum BasketKey: InjectedKey {
  static var liveValue: Basket { Basket() }
  static var testValue: Basket { Basket() }
  static var lifetime: InjectedLifetime { .session }
}

enum RatesKey: AsyncInjectedKey {
  static func liveValue() async throws -> [String: Double] {
    try await downloadRates()
  }
  static var testValue: [String: Double] { ["EUR": 1] }
}

private func downloadRates() async throws -> [String: Double] { ["EUR": 1] }

@MainActor final class MusicPlayer {
  @MainActorInjected(\.speaker) var speaker
  func play() { speaker.volume += 1 }
}

final class Speaker {
  var volume = 0
}

enum SpeakerKey: MainActorInjectedKey {
  @MainActor static var liveValue: Speaker { Speaker() }
  @MainActor static var testValue: Speaker { Speaker() }
}

struct Filter: Sendable {
  var apply: @Sendable (String) -> String

  init(apply: @escaping @Sendable (String) -> String) { self.apply = apply }
}

enum FiltersKey: InjectedCollectionKey {
  typealias Element = Filter
}

struct Mailer: Sendable {
  var send: @Sendable (_ name: String) -> Bool
}

enum MailerKey: InjectedKey {
  static var liveValue: Mailer { Mailer(send: { _ in true }) }
  static var testValue: Mailer {
    Mailer(send: unimplemented("Mailer.send", placeholder: false))
  }
}

enum GuideUserKey: InjectedInterfaceKey {
  static var testValue: String { "nobody" }
}

final class GuideLog: Sendable {
  private let state = Guarded<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func append(_ line: String) { state.withLock { $0.append(line) } }
}

extension InjectedValues {
  var endpoint: String {
    get { self[EndpointKey.self] }
    set { self[EndpointKey.self] = newValue }
  }

  var client: Client { self[ClientKey.self] }
  var catalog: Catalog { self[CatalogKey.self] }
  var requestID: UInt64 { self[RequestIDKey.self] }
  var basket: Basket { self[BasketKey.self] }
  var rates: [String: Double] { self[RatesKey.self] }
  var filters: [Filter] { self[FiltersKey.self] }

  var mailer: Mailer { self[MailerKey.self] }

  var guideUser: String {
    get { self[GuideUserKey.self] }
    set { self[GuideUserKey.self] = newValue }
  }

  @MainActor var speaker: Speaker { self[SpeakerKey.self] }
}
