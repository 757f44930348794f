import Foundation
import ServiceComparison
import Testing

@Suite("The plan of an inventory") struct InventoryPlanTests {
  private static func services(_ source: String) -> [InventoryPlan.Group] {
    Inventory(of: [(file: "A.swift", text: source)]).plan.services
  }

  @Test("A service comes behind those that its value, or what that is made of, reads")
  func leavesFirst() {
    let services = Self.services(
      """
      import Dependencies
      extension DependencyValues {
        var account: Account { get { self[Account.self] } set { self[Account.self] = newValue } }
        var network: any Network { get { self[NetworkKey.self] } set {} }
        var store: Store { get { self[Store.self] } set { self[Store.self] = newValue } }
      }
      extension Account: DependencyKey {
        static var liveValue: Account { @Dependency(\\.store) var store; return Account(store) }
      }
      enum NetworkKey: DependencyKey { static let liveValue: any Network = LiveNetwork() }
      extension Store: DependencyKey { static var liveValue: Store { Store(FileCache()) } }
      struct FileCache { @Dependency(\\.network) var network }
      """)
    #expect(services.map(\.service) == ["network", "store", "account"])
    #expect(services.map(\.parts) == [[], ["network"], ["store"]])
  }

  @Test("A key in a type is joined with its property, written with the types around it or without")
  func nestedKeys() {
    let services = Self.services(
      """
      import Dependencies
      extension DependencyValues {
        var a: A { get { self[A.Key.self] } set { self[A.Key.self] = newValue } }
        var b: B { get { self[Module.B.Key.self] } set { self[Module.B.Key.self] = newValue } }
        private enum OwnKey: DependencyKey { static var liveValue: C { @Dependency(\\.b) var b } }
        var c: C { get { self[OwnKey.self] } set { self[OwnKey.self] = newValue } }
      }
      extension A { enum Key: DependencyKey { static var liveValue: A { @Dependency(\\.c) var c } } }
      struct B { enum Key: DependencyKey { static let liveValue = B() } }
      enum Outer { enum Key: DependencyKey { static let liveValue = 1 } }
      """)
    #expect(services.map(\.service) == ["Outer.Key", "b", "c", "a"])
    #expect(services.map(\.parts) == [[], [], ["b"], ["c"]])
    #expect(services.map { $0.count(of: .key) } == [1, 2, 2, 2])
  }

  @Test("An object in the environment is the service of its type, however it is given")
  func objects() {
    let services = Self.services(
      """
      import SwiftUI
      struct App: View {
        @StateObject private var store = Store()
        @State private var router: Router = .init()
        var body: some View {
          Root().environmentObject(store).environment(self.router).environment(Clock.shared)
            .environmentObject(Store(api: api)).environment(made)
        }
      }
      struct Root: View { @EnvironmentObject var store: Store; @Environment(Router.self) var router }
      """)
    #expect(services.map(\.service) == ["Clock", "Router", "Store", "made"])
    #expect(services.map { $0.count(of: .override) } == [1, 1, 2, 1])
    #expect(services.map { $0.count(of: .read) } == [0, 1, 1, 0])
  }

  @Test("Registrations are built from what their closures resolve")
  func registrations() {
    let named = Self.services(
      """
      import Swinject
      let c = Container()
      c.register(API.self, name: "raw") { _ in Live() }
      c.register(API.self) { r in Cached(r.resolve(API.self, name: "raw")!) }
      c.autoregister(API.self, name: "b", initializer: B.init)
      c.register(Other.self) { r in Other(r ~> (API.self, name: "b")) }
      """)
    #expect(named.map(\.service) == [#"API("b")"#, #"API("raw")"#, "API", "Other"])
    #expect(named.map(\.parts) == [[], [], [#"API("raw")"#], [#"API("b")"#]])
    let swinject = Self.services(
      """
      import Swinject
      func assemble(container: Container) {
        container.register(A.self) { r in A(b: r.resolve(B.self)!, c: r.resolve((any C).self)!) }
        container.register(B.self) { r in B(c: r.resolve(C.self)!) }
        container.register(C.self) { _ in C() }
      }
      """)
    #expect(swinject.map(\.service) == ["C", "B", "A"])
    let factory = Self.services(
      """
      import FactoryKit
      extension Container {
        var a: Factory<A> { self { A(self.b()) } }
        var b: Factory<B> { self { B() }.singleton }
      }
      """)
    #expect(factory.map(\.service) == ["b", "a"])
  }

  @Test("What a closure sets of all values is overridden, but for what is SwiftUI's own")
  func transformedValues() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import SwiftUI
        extension EnvironmentValues { @Entry var api: any API = Live(); @Entry var isOn = true }
        extension View {
          func a() -> some View { transformEnvironment(\\.self) { $0.font = .body; $0.api = Mock() } }
          func b() -> some View { self.transformEnvironment(\\.self) { $0.isOn = false } }
          func c() -> some View { self.transformEnvironment(\\.self) { set(&$0) } }
        }
        struct V: View {
          @Environment(\\.activityFamily) var a; @Environment(\\.supportsImagePlayground) var b
        }
        """
      )
    ])
    let found = inventory.findings.filter { $0.line > 3 }
    let own = "SwiftUI's own"
    #expect(found.map(\.services).prefix(3) == [["api"], ["isOn"], []])
    #expect(found.map(\.stays) == [nil, "a flag", nil, own, own])
  }

  @Test("A circle is broken where it has to be, and said")
  func circle() {
    let services = Self.services(
      """
      import FactoryKit
      extension Container {
        var a: Factory<A> { self { A(self.b()) } }
        var b: Factory<B> { self { B(self.a()) } }
      }
      """)
    #expect(services.map(\.service) == ["a", "b"])
    #expect(services.map(\.isInCycle) == [true, true])
  }

  @Test("What reads a service of a circle comes behind all of it, and is no part of it")
  func readerOfCircle() {
    let services = Self.services(
      """
      import FactoryKit
      extension Container {
        var a: Factory<A> { self { A(self.b()) } }
        var b: Factory<B> { self { B(self.c()) } }
        var c: Factory<C> { self { C(self.b()) } }
      }
      """)
    #expect(services.map(\.service) == ["b", "c", "a"])
    #expect(services.map(\.isInCycle) == [true, true, false])
  }

  @Test("Circles are placed one after the other, each as a whole")
  func circleInCircle() {
    let services = Self.services(
      """
      import FactoryKit
      extension Container {
        var a: Factory<A> { self { A(self.b()) } }
        var b: Factory<B> { self { B(self.c(), self.d()) } }
        var c: Factory<C> { self { C(self.d()) } }
        var d: Factory<D> { self { D(self.b(), self.c(), self.e()) } }
        var e: Factory<E> { self { E() } }
        var f: Factory<F> { self { F(self.g()) } }
        var g: Factory<G> { self { G(self.f()) } }
      }
      """)
    #expect(services.map(\.service) == ["e", "b", "c", "d", "a", "f", "g"])
    #expect(services.filter(\.isInCycle).map(\.service) == ["b", "c", "d", "f", "g"])
  }

  @Test("Keys, reads, overrides and tests are counted for each service")
  func counts() throws {
    let inventory = Inventory(of: [
      (
        "Sources/API.swift",
        """
        import Dependencies
        enum APIKey: DependencyKey { static let liveValue = API() }
        extension DependencyValues { var api: API { get { self[APIKey.self] } set {} } }
        final class Model { @Dependency(\\.api) var api; @Dependency(APIKey.self) var same }
        """
      ),
      (
        "Tests/ModelTests/A.swift",
        """
        import Dependencies
        import Testing
        @Test func a() { withDependencies { $0.api = .mock; $0.uuid = .incrementing } operation: {} }
        """
      ),
    ])
    let plan = inventory.plan
    let api = try #require(plan.services.first { $0.service == "api" })
    #expect(InventoryFinding.Role.allCases.map { api.count(of: $0) } == [2, 2, 1, 0, 0])
    #expect(api.testCount == 1)
    let uuid = try #require(plan.services.first { $0.service == "uuid" })
    #expect(uuid.essential == "uuid")
    #expect(inventory.totals.map(\.count) == [5])
  }

  @Test("What swift-dependencies declares has the name that it has in the libraries here")
  func essentials() throws {
    let expected = [
      "calendar": "calendar", "continuousClock": "clock", "date": "date",
      "fireAndForget": "fireAndForget", "locale": "locale",
      "notificationCenter": "notificationCenter", "openURL": "openURL",
      "suspendingClock": "suspendingClock", "timeZone": "timeZone", "urlSession": "urlSession",
      "uuid": "uuid", "withRandomNumberGenerator": "randomNumberGenerator",
    ]
    let names = expected.keys + ["mainQueue", "mainRunLoop", "assert"]
    let inventory = Inventory(of: [
      (
        "A.swift",
        "import Dependencies\n"
          + names.map { "let \($0) = Dependency(\\.\($0)).wrappedValue\n" }.joined()
      )
    ])
    let found = inventory.plan.services.compactMap { group in
      group.essential.map { (group.service, $0) }
    }
    #expect(inventory.plan.services.count == names.count)
    #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    for name in expected.values {
      let module = name == "urlSession" ? "InjectionNetworking" : "InjectionEssentials"
      #expect(inventory.text.contains("declared by \(module), as '\(name)'"))
      #expect(try Self.source(of: module).contains("\n  public var \(name): "))
    }
  }

  private static func source(of module: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/\(module)").standardized
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }

  @Test("What has two services is in the group of each, and counted once in the totals")
  func shared() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import ComposableArchitecture
        let store = Store(initialState: S()) { R() } withDependencies: { $0.a = 1; $0.b.c = { 2 } }
        """
      )
    ])
    #expect(inventory.plan.services.map(\.service) == ["a", "b"])
    #expect(inventory.totals.map(\.count) == [1])
  }
}
