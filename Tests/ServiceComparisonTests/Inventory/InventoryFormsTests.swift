import ServiceComparison
import Testing

@Suite("What is declared, read and set in other words") struct InventoryFormsTests {
  private static func lines(_ source: String, imports: String) -> [String] {
    Inventory(of: [("A.swift", "import \(imports)\n\(source)")]).findings.map {
      "\($0.line) \($0.kind.rawValue) \($0.name)\($0.services == [$0.name] ? "" : " \($0.services)")"
    }
  }

  @Test("A wrapper that is made by hand may have its type written out")
  func typeArguments() {
    let source = """
      struct V: View {
        private let _api = Environment<any API>(\\.api)
        private var _none: Environment<any API>
        init() {
          _model = SwiftUI.Environment<Model?>(Model.self)
          _load = Environment<(Int) -> Void>(\\.load)
        }
      }
      """
    #expect(
      Self.lines(source, imports: "SwiftUI") == [
        "3 environment read api", "6 environment object Model", "7 environment read load",
      ])
    #expect(
      Self.lines("let _api = Dependency<any API>(\\.api)", imports: "Dependencies")
        == ["2 @Dependency api"])
  }

  @Test("A wrapper of Factory's that is made by hand is read")
  func injectedByHand() {
    let source = """
      final class M {
        @Injected(\\.log) var log; @FactoryKit.Injected(\\.url) var url
        private let _api = Injected(\\.api)
        init() { _late = LazyInjected<API>(\\.late.first); _mock = MockInjected(\\.no) }
      }
      func isInjected() { let text = "Injected(\\.no)"; Injected(of: 1) }
      """
    #expect(
      Self.lines(source, imports: "FactoryKit") == [
        "3 Factory read log", "3 Factory read url", "4 Factory read api",
        "5 Factory read late.first [\"late\"]",
      ])
    #expect(Self.lines("let a = Injected(\\.api)", imports: "Injection") == [])
  }

  @Test("A key may conform to a protocol that refines the key's, in any of the files")
  func refinements() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import SwiftUI
        struct APIKey: Sendable, DeepKey { static let defaultValue: any API = LiveAPI() }
        extension LogKey: AppKey { static let defaultValue: any Log = LiveLog() }
        final class Other: Plain {}
        extension EnvironmentValues {
          var api: any API { get { self[APIKey.self] } set { self[APIKey.self] = newValue } }
          var log: any Log { get { self[LogKey.self] } set { self[LogKey.self] = newValue } }
        }
        struct LiveAPI: API { @Environment(\\.log) var log }
        """
      ),
      (
        "B.swift",
        """
        import SwiftUI
        protocol AppKey: EnvironmentKey & Circle where Value: Sendable {}
        protocol DeepKey<Value>: AppKey {}
        protocol Circle: AppKey {}
        protocol Plain: Sendable {}
        protocol Screen: ObservableObject {}
        final class Home: Screen {}
        """
      ),
    ])
    let keys = inventory.findings.filter { $0.kind == .environmentKey }
    #expect(keys.map { "\($0.line) \($0.name)" } == ["2 APIKey", "3 LogKey"])
    #expect(keys.map(\.services) == [["api"], ["log"]])
    #expect(inventory.findings.filter { $0.kind == .observableObject }.map(\.name) == ["Home"])
    // What the value of such a key is made of belongs to it, too.
    #expect(inventory.plan.services.map(\.service) == ["log", "api"])
    #expect(inventory.plan.services.map(\.parts) == [[], ["log"]])
  }

  @Test("What a variable's values are asked for is a read, and what they are given is an override")
  func holders() {
    let source = """
      func f() {
        var env = EnvironmentValues()
        env.api = Mock(); env.api.delay += 1; change(&env.log)
        env[keyPath: \\.api] = Mock()
        env[APIKey.self] = Mock()
        if env.api.isOn == true { env.log.write(env[keyPath: \\EnvironmentValues.api.name]) }
        use(env, env: 1, other.env.no, env[0])
      }
      func g(_ values: inout EnvironmentValues, in environment: EnvironmentValues) {
        values.api = environment.api
        do { let values = [1]; print(values.count) }
        values.log = nil
      }
      func h(values: [Int]) { print(values.count, env.none, environment.none) }
      struct V: View {
        @Environment(\\.self) private var all
        var body: some View { Text(self.all.log.name) }
      }
      struct W: View { var body: some View { Text(all.none) } }
      let made = EnvironmentValues().api; let name = made.none
      func i(_ context: Context) { let env = context.environment; env.api.load(); env[keyPath: path] = 1 }
      """
    #expect(
      Self.lines(source, imports: "SwiftUI") == [
        "4 environment override api", "4 environment override api", "4 environment override log",
        "5 environment override api", "6 environment override APIKey", "7 environment read api",
        "7 environment read log", "7 environment read api", "11 environment override api",
        "11 environment read api", "13 environment override log", "17 SwiftUI's own value self",
        "18 environment read log", "21 environment read api",
        "22 environment read api", "22 environment override path []",
      ])
    #expect(
      Self.lines(
        """
        func set(_ values: inout DependencyValues) { values.api = .mock; values.log.write() }
        struct R { @Dependency(\\.self) var all; func f() { all[APIKey.self].load() } }
        """, imports: "Dependencies") == [
          "2 dependency override api", "2 @Dependency log", "3 @Dependency self",
          "3 @Dependency APIKey",
        ])
    #expect(
      Self.lines(
        "struct EnvironmentValues {}\nfunc f(_ env: EnvironmentValues) { env.api = 1 }",
        imports: "Foundation") == [])
  }

  @Test("A variable that is hidden, or set to a part of the values, holds them no more")
  func hidden() {
    let source = """
      func f(_ env: EnvironmentValues, done: () -> Void = {}) { use(env.api) }
      func g(env: EnvironmentValues) { let env = env.list; print(env.none) }
      func h(env: EnvironmentValues?) { run { guard let env else { return }; use(env.api) } }
      func i(env: EnvironmentValues) { run { var env = env; let all = env; env.api = all.log } }
      func j(env: EnvironmentValues) { list.map { env in env.none }; for env in all { env.none }; use(env.api) }
      func k(env: EnvironmentValues) { view.transformEnvironment(\\.self) { env in env.api = 1 } }
      func l(_ context: Context) {
        let key = EnvironmentValues()[Key.self], made = SwiftUI.EnvironmentValues().log
        let api = context.environment[Key.self]; let env = context.environment
        [key.none, made.none, api.none, env.api].forEach { $0() }
      }
      func m() { let made = SwiftUI.EnvironmentValues().log; made.none() }
      """
    #expect(
      Self.lines(source, imports: "SwiftUI") == [
        "2 environment read api", "3 environment read list", "4 environment read api",
        "5 environment override api", "5 environment read log", "6 environment read api",
        "7 environment override self [\"api\"]", "9 environment read Key", "9 environment read log",
        "11 environment read api", "13 environment read log",
      ])
    #expect(
      Self.lines("let env = context.environment; let port = env.port", imports: "Vapor") == [],
      "Only SwiftUI's context has these values.")
  }

  @Test("A key that no property reads is declared, and one that is another's is one place")
  func keysAlone() {
    let environment = Inventory(of: [
      (
        "A.swift",
        """
        import SwiftUI
        struct Key<T>: EnvironmentKey { static var defaultValue: Int { 1 } }
        func f(_ values: EnvironmentValues) { use(values[Key<Int>.self], values[Other.self]) }
        """
      )
    ])
    #expect(environment.doubts.map(\.doubt) == ["'Other' is declared in none of these files"])
    let source = """
      protocol DependencyKey: TestDependencyKey {}
      enum Key: DependencyKey { static let liveValue = 1 }
      enum TestKey: TestDependencyKey { static let testValue = 1 }
      """
    #expect(
      Self.lines(source, imports: "Dependencies")
        == ["3 dependency key Key", "4 dependency key TestKey"])
  }

  @Test("What a factory is in other contexts belongs to it, behind scopes and in other files too")
  func contexts() {
    let source = """
      extension Container {
        var api: Factory<API> { self { Live() }.cached.onPreview { Mock() } }
        var log: Factory<Log> {
          Factory(self) { Log(api: self.api()) }
            .singleton
            .onTest { Mock() }
            .once()
            .session.context(.debug) { Mock() }
        }
        func page(_ n: Int) -> Factory<Page> { self { Page(n) }.unique.decorator { $0.start() } }
      }
      func setUp() { Container.shared.elsewhere.onTest { Mock() }; Container.shared.decorator { _ in } }
      func other() { Container.shared.api.cached.onTest { Mock() }; Container().none.onTest { Mock() } }
      let old = Factory { Old() }.shared.onTest { Mock() }
      func made() { made().url.onTest { Mock() }; made(1).url.register { Mock() } }
      """
    #expect(
      Self.lines(source, imports: "FactoryKit").filter { $0.contains("override") } == [
        "3 Factory override api.onPreview [\"api\"]", "7 Factory override log.onTest [\"log\"]",
        "9 Factory override log.context [\"log\"]", "11 Factory override page.decorator [\"page\"]",
        "13 Factory override elsewhere.onTest [\"elsewhere\"]", "13 Factory override decorator []",
        "14 Factory override api.onTest [\"api\"]", "14 Factory override onTest []",
        "15 Factory override old.onTest [\"old\"]",
        "16 Factory override onTest []", "16 Factory override url.register [\"url\"]",
      ])
  }
}
