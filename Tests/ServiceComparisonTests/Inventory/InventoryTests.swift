import Foundation
import ServiceComparison
import TestSupport
import Testing

@Suite("The inventory of a folder") struct InventoryTests {
  private static func lines(_ source: String, imports: String = "SwiftUI") -> [String] {
    let text = "import \(imports)\n\(source)"
    return Inventory(of: [(file: "A.swift", text: text)]).findings.map {
      "\($0.line) \($0.kind.rawValue) \($0.name)\($0.doubt == nil ? "" : " ?")"
    }
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

  @Test("Whose @Injected it is, the imports tell; where they do not, it is not sure")
  func injected() {
    let source = "final class Model { @Injected(\\.api) var api }"
    #expect(Self.lines(source, imports: "Injection") == [])
    #expect(Self.lines(source, imports: "Foundation") == ["2 @Injected api ?"])
    #expect(Self.lines(source, imports: "WeaveDI\nimport FactoryKit") == ["3 @Injected api ?"])
  }

  @Test("Whose @Injected it is, its module tells")
  func injectedOfModule() {
    let source = """
      final class Model {
        @Injection.Injected(\\.clock) var clock
        @FactoryKit.Injected(\\.api) var api
        @WeaveDI.Injected(\\.log) var log
      }
      """
    #expect(
      Self.lines(source, imports: "FactoryKit\nimport Injection")
        == ["5 Factory read api", "6 WeaveDI read log"])
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
      let half = width!/2 // @Environment(\.n) var n
      let third = size?/3; @Environment(\.font) var p; let a = 1/b
      let isLong = !/[a-z@Environment(\.o)]+/.matches(text)
      """##)
    #expect(lines == ["13 SwiftUI's own value dismiss", "16 SwiftUI's own value font"])
  }

  @Test("Case paths and operators are no regular expressions; parentheses in one are balanced")
  func slashes() {
    let lines = Self.lines(
      ##"""
      Scope(state: \.login, action: /Action.login) { Login() } // was @Environment(\.a) var a
      let product = xs.reduce(1, /) // @Environment(\.b) var b
      Scope(state: \.login, action: /Action.login, @Environment(\.font) var c, /Action.other)
      let regex = /([)] @Environment(\.d) var d)/
      let escaped = /[(\]] @Environment(\.e) var e\ /
      struct V: View { @Environment(\.font) var f }
      """##)
    #expect(lines == ["4 SwiftUI's own value font", "7 SwiftUI's own value font"])
  }

  @Test("A string in one line may begin with three quotes; one of many lines begins at its end")
  func quotes() {
    let lines = Self.lines(
      ###"""
      let a = #"""# + #"""\#(f(#"""#)) \(g "# // @Environment(\.a) var a
      let b = #"""\#(x(#"""#)) xxx"#; struct B { @Environment(\.font) var b }
      let c = #"""# + #"""
        " "" "# @Environment(\.c) var c
        """#; struct C { @Environment(\.font) var c }
      let d = ##"""# "##; let e = ##"""## + #"""##; struct D { @Environment(\.font) var d }
      """###.replacing("xxx", with: String(repeating: "x", count: 1_000)))
    #expect(lines.map { $0.prefix(2) } == ["3 ", "6 ", "7 "])
  }

  @Test("A modifier needs no dot in an extension of View")
  func modifiersWithoutDot() {
    let lines = Self.lines(
      """
      extension EnvironmentValues { @Entry var api: any API = Live() }
      extension View {
        func themed() -> some View { environment(\\.api, Mock()).environmentObject(Foo()) }
        func other() -> some View { environmentObject(Bar()) }
        func changed() -> some View { transformEnvironment(\\.api) { $0 = Mock() } }
        func environmentObject(_ store: Store) -> some View { store.environment(of: self) }
        func none() -> some View { environment(for: 1) }
      }
      """)
    #expect(
      lines.dropFirst() == [
        "4 environment override api", "4 object in the environment Foo()",
        "5 object in the environment Bar()", "6 environment override api",
      ])
  }

  @Test("A helper around a container of Swinject's, called on something else, is another one")
  func commonHelper() {
    let inventory = Inventory(of: [
      (
        "Helper.swift",
        """
        import Swinject
        enum DI { static func get<T>(_ type: T.Type = T.self) -> T { container.resolve(type)! } }
        """
      ),
      (
        "Use.swift",
        """
        import Injection
        prepareInjectedValues { $0.register(APIKey.self) { Live() } }
        let value = try result.get()
        let user: User = try await client.get("/users")
        let api: API = DI.get()
        let other = client.get(url: "/a", as: User.self)
        let store = DI.get(Store.self)
        """
      ),
    ])
    let found = inventory.findings.filter { $0.file == "Use.swift" }
    #expect(found.map { "\($0.line) \($0.name)" } == ["5 API", "7 Store"])
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

  @Test("Each kind belongs to a section of the guide, but for what stays and what is not known")
  func sections() throws {
    let none = InventoryFinding.Kind.allCases.filter { $0.section == nil }
    #expect(none == [.ownEnvironmentRead, .unknownRead])
    let sections = Set(InventoryFinding.Kind.allCases.compactMap(\.section))
    #expect(sections.isSubset(of: Set(try Document("Docs/MigrationGuide.md").anchors)))
  }

  @Test("What a value of the environment is, its type says: flags, measures and themes stay")
  func stays() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import SwiftUI
        enum Unit { case metres }
        extension EnvironmentValues {
          @Entry var api: any API = LiveAPI()
          @Entry var isOn = true
          @Entry var width: CGFloat = -1
          @Entry var theme = Theme.light
          @Entry var unit = Unit.metres
          @Entry var title: LocalizedStringKey?
          @Entry var chosen: Binding<Int>?
          @Entry var action: (Int) -> Void = { _ in }
        }
        struct V: View { @Environment(\\.isOn) var isOn; @Environment(\\.api) var api }
        """
      )
    ])
    #expect(
      inventory.findings.map { $0.stays ?? "-" } == [
        "-", "a flag", "a number or measure", "a theme", "a choice", "a text", "a binding", "-",
        "a flag", "-",
      ])
  }

  @Test("An enumeration without cases is no choice; nor is a type of which there are two kinds")
  func namespaces() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import SwiftUI
        enum API {
          static let live: any Client = Live()
          enum Mode { indirect case on, off; static func f() { switch 1 { case 1: break } } }
          static func f() { switch 1 { case 1: break; default: break } }
        }
        enum State { case idle }
        extension EnvironmentValues {
          @Entry var api = API.live
          @Entry var mode = API.Mode.on
          @Entry var state: Feature.State?
        }
        """
      ),
      ("B.swift", "extension Feature { @Observable final class State {} }"),
    ])
    #expect(inventory.findings.map { $0.stays ?? "-" }.prefix(3) == ["-", "a choice", "-"])
  }

  @Test("A type's name says how views look only where no service has such a name")
  func looks() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import SwiftUI
        protocol Material {}
        extension EnvironmentValues {
          @Entry var metrics: any AppMetrics = Live()
          @Entry var layout: PageLayout = .init()
          @Entry var material: any Material = Live()
          @Entry var colours = Palette()
          @Entry var space: Namespace.ID?
          @Entry var weight: Font.Weight = .bold
          @Entry var store: Theme.Store = .init()
          @Entry var dark: Theme = .dark
        }
        struct V: View { @EnvironmentObject var s: Metrics; @Environment(Theme.Store.self) var t }
        """
      )
    ])
    #expect(
      inventory.findings.map { $0.stays ?? "-" } == [
        "-", "-", "-", "a theme", "a theme", "a theme", "-", "a theme", "-", "-",
      ])
  }

  @Test("What the closure of an override's value takes for itself is no service")
  func closuresOfOverrides() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import Dependencies
        withDependencies {
          $0.client.load = { $0.name }
          $0.store = Store(make: { $0.size })
          if flags.contains(where: { $0.isOn }) { $0.flags = [] } else { $0.date.now = .now }
          #if DEBUG
            $0.names = names.map { $0.first }
          #endif
          $0.mode = if isOn { $0.context } else { $0.other }
          $0.save.run = { @Sendable in $0.close() }; $0.uuid = .incrementing
          switch mode { case .a: $0.calendar = .current; default: f(a: $0.read(), $0.mode == 1) }
          if let zone { $0.timeZone = zone }
          try! $0.database.open(); f(1, $0.size()); if isOn, $0.seen.has(1) && $0.old.has(2) {}
          for url in urls where url.isOpen { $0.urls += [url] }
          if #available(iOS 18, *) { $0.latest?.on() }
          if $0.state.isOn(now) || !$0.isDone { _ = $0.last } else { swap(&$0.first, &x) }
        } operation: {}
        withDependencies { values in
          values.api = .mock { values in values.unseen }
        } operation: {}
        withDependencies { [weak self] values in values.a = self } operation: {}
        withDependencies { (values: inout DependencyValues) throws -> Void in values.b = 1 } operation: {}
        withDependencies { @MainActor [x] in $0.c = x } operation: {}
        withDependencies { for x in xs { $0.d = x } } operation: {}
        """
      )
    ])
    #expect(
      inventory.findings.map(\.services) == [
        [
          "client", "store", "flags", "date", "names", "mode", "save", "uuid", "calendar",
          "timeZone", "database", "urls", "latest", "first",
        ], ["api"], ["a"], ["b"], ["c"], ["d"],
      ])
  }

  @Test("What is read in a string's interpolation is listed, with its own line")
  func interpolations() {
    let lines = Self.lines(
      ##"""
      let a = "\(Dependency(\.a).wrappedValue) @Environment(\.b) \(")")"
      let b = """
        \(of("\(Dependency(B.self)
          .wrappedValue)"))
        """
      let c = #"\(Dependency(\.no)) \#(Dependency(\.c)) "# + "\(c { Dependency(\.d) })"
      """##, imports: "Dependencies")
    #expect(
      lines == ["2 @Dependency a", "4 @Dependency B", "7 @Dependency c", "7 @Dependency d"])
  }

  @Test(
    "An import of one type declares none",
    arguments: ["protocol Combine.ObservableObject", "struct SwiftUI.Environment"])
  func importedTypes(imported: String) {
    let inventory = Inventory(of: [
      ("A.swift", "import \(imported)\n"),
      (
        "B.swift",
        """
        import Foundation
        final class Model: ObservableObject {}
        struct V: View { @Environment(\\.font) var font }
        """
      ),
    ])
    #expect(inventory.findings.map(\.name) == ["Model", "font"])
  }

  @Test("A name that the folder declares itself is no other package's")
  func ownNames() {
    #expect(
      Self.lines(
        """
        @propertyWrapper struct Dependency<Value> { var wrappedValue: Value }
        struct Factory<Value> {}
        protocol EnvironmentKey {}
        struct K: EnvironmentKey {}
        final class M { @Dependency(\\.a) var a; var made: Factory<Int> { Factory() } }
        """, imports: "Foundation") == [])
    // A framework's own tests import what it declares.
    let framework = Inventory(of: [
      ("Sources/Factory.swift", "public struct Factory<Value> {}\npublic class Container {}"),
      (
        "Tests/A.swift",
        "import FactoryKit\nextension Container { var a: Factory<A> { self { A() } } }"
      ),
    ])
    #expect(framework.findings.map(\.name) == ["a"])
  }
}
