import Foundation
import ServiceComparison
import Testing

@Suite("The inventory of a folder") struct InventoryTests {
  private static func lines(_ source: String, imports: String = "SwiftUI") -> [String] {
    let text = "import \(imports)\n\(source)"
    return Inventory(of: [(file: "A.swift", text: text)]).findings.map {
      "\($0.line) \($0.kind.rawValue) \($0.name)\($0.doubt == nil ? "" : " ?")"
    }
  }

  @Test("Keys, entries and properties of the environment")
  func environmentKeys() {
    let lines = Self.lines(
      """
      private struct ThemeKey: EnvironmentKey { static let defaultValue = Theme() }
      struct Outer<T: Sendable> {
        enum
          WideKey
          : Sendable,
          EnvironmentKey
        where T: Equatable { static var defaultValue: T { fatalError() } }
      }
      extension Late: @retroactive EnvironmentKey {}
      extension EnvironmentValues {
        var theme: Theme {
          get { self[ThemeKey.self] }
          set { let old = self[ThemeKey.self]; self[ThemeKey.self] = newValue }
        }
        @Entry var api: any API = LiveAPI()
        @Entry
        public
        var width = 3
      }
      extension FocusedValues { @Entry var draft: Draft? }
      """)
    #expect(
      lines == [
        "2 environment key ThemeKey", "4 environment key WideKey", "10 environment key Late",
        "12 environment property theme", "16 @Entry api", "17 @Entry width",
      ])
  }

  @Test("Reads and overrides of the environment, in one line or several")
  func environmentUses() {
    let lines = Self.lines(
      """
      extension EnvironmentValues { @Entry var api: any API = LiveAPI() }
      struct Screen: View {
        @Environment(\\.api) private var api
        @Environment(
          \\EnvironmentValues.api.name
        ) var name
        @SwiftUI.Environment(Model.self) private var model
        @Environment(Model.self) var maybe: Model?
        @EnvironmentObject private var session: Session
        @StateObject private var viewModel = ViewModel()
        @Environment(\\.dismiss) var dismiss
        @Environment(path) var computed: Int
        var body: some View {
          Child()
            .environment(\\.api, MockAPI())
            .environment(
              \\.locale, Locale(identifier: "ko"))
            .environment(model)
            .environmentObject(session)
            .transformEnvironment(\\.api) { $0 = $0.traced() }
            .environment(path, value)
        }
        func name(_ cause: Cause) { if case .environment(let key) = cause { print(key) } }
      }
      """)
    #expect(
      lines == [
        "2 @Entry api", "4 environment read api", "5 environment read api.name",
        "8 environment object Model", "9 environment object Model", "10 environment object Session",
        "11 @StateObject viewModel", "12 SwiftUI's own value dismiss", "13 environment read path ?",
        "16 environment override api", "17 SwiftUI's own value locale",
        "19 object in the environment model", "20 object in the environment session",
        "21 environment override api", "22 environment override path ?",
      ])
  }

  @Test("A value that no file declares is not sure; one that another file declares is")
  func declaredElsewhere() {
    let use = "import SwiftUI\nstruct V: View { @Environment(\\.api) var api }"
    let alone = Inventory(of: [("V.swift", use)])
    #expect(alone.doubts.map(\.doubt) == ["'api' is declared in none of these files"])
    let declaration = "import SwiftUI\nextension EnvironmentValues { @Entry var api = 1 }"
    let both = Inventory(of: [("V.swift", use), ("W.swift", declaration)])
    #expect(both.findings.count == 2)
    #expect(both.doubts.isEmpty)
  }

  @Test("swift-dependencies")
  func dependencies() {
    let lines = Self.lines(
      """
      enum APIKey: DependencyKey { static let liveValue = 1 }
      @DependencyClient
      public struct Client { var fetch: () -> Void }
      extension DependencyValues { var api: Int { get { self[APIKey.self] } set {} } }
      final class Model {
        @ObservationIgnored @Dependency(\\.api) var api
        @Dependency(Client.self) var client
        func f() { withDependencies { $0.api = 2 } operation: { } }
      }
      """, imports: "Dependencies")
    #expect(
      lines == [
        "2 dependency key APIKey", "3 dependency key Client", "5 dependency property api",
        "7 @Dependency api", "8 @Dependency Client", "9 dependency override withDependencies",
      ])
  }

  @Test("Factory")
  func factory() {
    let lines = Self.lines(
      """
      extension Container {
        var api: Factory<any API> { self { LiveAPI() } }
        var user: ParameterFactory<Int, User> { Factory(self) { User($0) }.singleton }
        static let old = Factory { Old() }
      }
      final class Model {
        @Injected(\\.api) var api
        @LazyInjected(\\Container.user) var user
        let direct = Container.shared.api()
        init() { Container.shared.api.register { MockAPI() } }
      }
      """, imports: "FactoryKit")
    #expect(
      lines == [
        "3 Factory registration api", "4 Factory registration user", "5 Factory registration old",
        "8 Factory read api", "9 Factory read user", "10 Factory read api",
        "11 Factory registration api",
      ])
  }

  @Test("Swinject, and no cells of UIKit")
  func swinject() {
    let lines = Self.lines(
      """
      container.register(API.self) { _ in LiveAPI() }
      let api = container.resolve(API.self)!
      table.register(Cell.self, forCellReuseIdentifier: "cell")
      """, imports: "Swinject")
    #expect(lines == ["2 Swinject registration API", "3 Swinject resolution API"])
  }

  @Test("WeaveDI")
  func weaveDI() {
    let lines = Self.lines(
      """
      struct APIKey: InjectedKey { static var liveValue: API { API() } }
      let done = UnifiedDI.register(API.self) { API() }
      final class Model { @Injected(\\.api) var api; @Factory(\\.user) var user }
      """, imports: "WeaveDI")
    #expect(
      lines == [
        "2 WeaveDI registration APIKey", "3 WeaveDI registration API", "4 WeaveDI read api",
        "4 WeaveDI read user",
      ])
  }

  @Test("Whose @Injected it is, the imports tell; where they do not, it is not sure")
  func injected() {
    let source = "final class Model { @Injected(\\.api) var api }"
    #expect(Self.lines(source, imports: "Injection") == [])
    #expect(Self.lines(source, imports: "Foundation") == ["2 @Injected api ?"])
    #expect(Self.lines(source, imports: "WeaveDI\nimport FactoryKit") == ["3 @Injected api ?"])
  }

  @Test("Comments, strings and regular expressions are no code")
  func notCode() {
    let lines = Self.lines(
      ##"""
      // @Entry var a = 1
      /* @Environment(\.b) /* nested @Environment(\.c) */ @Environment(\.d) */
      let text = "@Environment(\.e) \(f(")", "\"}")) @Environment(\.g)"
      let raw = #"quote " \( @Environment(\.h) \#(i("\")"))"#
      let long = """
        @Environment(\.j) " "" \"""
        \(k { "}" })
        """
      let regex = /"[a]?\/ @Environment(\.l)/
      let extended = #/ " @Environment(\.m) /#
      let ratio = width / height / 2
      struct V: View { @Environment(\.dismiss) var `default` }
      let unit = count / 2; let s = "a/b"
      """##)
    #expect(lines == ["13 SwiftUI's own value dismiss"])
  }

  @Test("What follows a string or comment that is not closed may be missed, which is said")
  func unfinished() {
    let inventory = Inventory(of: [
      ("A.swift", "import SwiftUI\nlet text = \"open\nstruct V { @Environment(\\.font) var f }"),
      ("B.swift", "\n/* open"),
    ])
    #expect(inventory.findings.map(\.line) == [3])
    #expect(inventory.gaps.map { $0.prefix(10) } == ["A.swift:2:", "B.swift:2:"])
  }

  @Test("Lines are counted alike for each kind of line end", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) {
    let text = ["import SwiftUI", "/*", "*/", "@Environment(\\.font) var f"].joined(separator: end)
    #expect(Inventory(of: [("A.swift", text)]).findings.map(\.line) == [4])
  }

  @Test("Each kind belongs to a section, but for what stays and what is not known")
  func sections() {
    let none = InventoryFinding.Kind.allCases.filter { $0.section == nil }
    #expect(none == [.ownEnvironmentRead, .unknownRead])
  }
}
