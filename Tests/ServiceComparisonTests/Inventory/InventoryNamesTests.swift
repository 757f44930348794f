import Foundation
import ServiceComparison
import Testing

@Suite("The names of an inventory's services") struct InventoryNamesTests {
  private typealias Source = (file: String, text: String)

  private static func services(_ sources: [Source]) -> [InventoryPlan.Group] {
    Inventory(of: sources).plan.services
  }

  private static func services(_ source: String) -> [InventoryPlan.Group] {
    services([("A.swift", source)])
  }

  /// A file with a private key and its property, and what the key's value reads.
  private static func file(
    _ property: String, made: String = "Live()", reads: String = ""
  ) -> String {
    """
    import Dependencies
    extension DependencyValues {
      var \(property): Int { get { self[Key.self] } set { self[Key.self] = newValue } }
    }
    private enum Key: DependencyKey { static var liveValue: Int { \(reads); return \(made) } }
    """
  }

  @Test("Private keys of one name in two files are two keys, each with its file's property")
  func privateKeys() {
    let services = Self.services([
      ("A.swift", Self.file("a", reads: "@Dependency(\\.b) var b")),
      ("B/B.swift", Self.file("b")),
    ])
    #expect(services.map(\.service) == ["b", "a"])
    #expect(services.map { $0.count(of: .key) } == [2, 2])
    #expect(services.map(\.parts) == [[], ["b"]])
  }

  @Test("A name that is a key's in two files is no property's in a third")
  func disputedKeys() {
    let services = Self.services([
      ("A.swift", Self.file("a")), ("B.swift", Self.file("b")),
      ("C.swift", "import Dependencies\nlet c = Dependency(Key.self).wrappedValue"),
    ])
    #expect(services.map(\.service) == ["Key", "a", "b"])
    #expect(services.map { $0.count(of: .read) } == [1, 0, 0])
  }

  @Test("What a private key's value is made of belongs to that key, wherever it is declared")
  func makersOfPrivateKeys() {
    let services = Self.services([
      ("A.swift", Self.file("a", made: "LiveA()")), ("B.swift", Self.file("b", made: "LiveB()")),
      (
        "Live.swift",
        """
        import Dependencies
        struct LiveA { @Dependency(\\.b) var b }
        struct LiveB { @Dependency(\\.c) var c }
        """
      ),
    ])
    #expect(services.map(\.service) == ["c", "b", "a"])
    #expect(services.map(\.parts) == [[], ["c"], ["b"]])
  }

  @Test("A model with a long attribute, one that is a parameter, and what Factory's wrapper names")
  func names() {
    let models = Self.services(
      """
      import SwiftUI
      import Observation
      @Observable
      @available(iOS 17.0, macOS 14.0, watchOS 10.0, tvOS 17.0, visionOS 1.0, *)
      final class CartModel {}
      func page(_ cart: CartModel) -> some View { Page().environment(cart) }
      """)
    #expect(models.map(\.service) == ["CartModel"])
    let factory = Self.services("import Factory\nclass A { @Injected(Container.api) var client }")
    #expect(factory.map(\.service) == ["api"])
  }

  @Test("A service that is set by its key and by its property is one")
  func keyAndProperty() {
    let text =
      Self.file("a") + "\nlet s = withDependencies { $0[Key.self] = 1; $0.a = 2 } operation: { 1 }"
    #expect(Inventory(of: [("A.swift", text)]).findings.last?.services == ["a"])
  }

  @Test("The name of a module that is imported makes no other service")
  func modules() {
    let services = Self.services([
      (
        "Shop/Key.swift",
        "import Dependencies\nenum Key: DependencyKey { static let liveValue = 1 }"
      ),
      (
        "App/App.swift",
        """
        import Dependencies
        import Shop
        struct Reader { @Dependency(Shop.Key.self) var key; @Dependency(Other.Key.self) var other }
        let one = withDependencies { $0[Shop.Key.self] = 2 } operation: { 1 }
        """
      ),
    ])
    #expect(services.map(\.service) == ["Key", "Other.Key"])
    #expect(services.map(\.findings.count) == [3, 1])
  }

  @Test("Keys in two extensions of one file, each of that extension's values")
  func keysOfTwoExtensions() {
    let services = Self.services(
      """
      import Dependencies
      import SwiftUI
      extension DependencyValues {
        private enum Key: DependencyKey { static let liveValue = A() }
        var a: A { get { self[Key.self] } set { self[Key.self] = newValue } }
      }
      extension EnvironmentValues {
        private enum Key: EnvironmentKey { static let defaultValue = B() }
        var b: B { get { self[Key.self] } set { self[Key.self] = newValue } }
      }
      """)
    #expect(services.map(\.service) == ["b", "a"])
    #expect(services.map { $0.count(of: .key) } == [2, 2])
  }

  @Test("A type that becomes a key in an extension has the names of those around it")
  func extendedKeys() {
    let services = Self.services([
      (
        "Clients.swift",
        """
        import Dependencies
        extension A.Client: DependencyKey {
          static var liveValue: Self { @Dependency(\\.other) var other; return Self() }
        }
        extension B.Client: DependencyKey { static let liveValue = Self() }
        extension C.D { enum Key: DependencyKey { static let liveValue = 1 } }
        extension E { @DependencyClient struct Client { var load: () -> Void } }
        """
      ),
      (
        "Values.swift",
        """
        import Dependencies
        extension DependencyValues {
          var first: A.Client { get { self[A.Client.self] } set { self[A.Client.self] = newValue } }
          var other: B.Client { get { self[B.Client.self] } set { self[B.Client.self] = newValue } }
          var third: Int { get { self[C.D.Key.self] } set { self[C.D.Key.self] = newValue } }
          var last: E.Client { get { self[E.Client.self] } set { self[E.Client.self] = newValue } }
        }
        """
      ),
    ])
    #expect(services.map(\.service) == ["last", "other", "third", "first"])
    #expect(services.map { $0.count(of: .key) } == [2, 2, 2, 2])
    #expect(services.map(\.parts) == [[], [], [], ["other"]])
  }

  @Test("A property has the key that its own braces read, and none of a later declaration's")
  func keyOfNextDeclaration() {
    let services = Self.services(
      """
      import Dependencies
      extension DependencyValues {
        var isFast: Bool { speed > 3 }
        var speed: Speed { get { self[SpeedKey.self] } set { self[SpeedKey.self] = newValue } }
        var name: String
        subscript(key: Int) -> Int { self[OtherKey.self] }
        var long: @Sendable (Int) -> Void {
          get {
            log(1); log(2); log(3); log(4); log(5); log(6); log(7); log(8); log(9); log(10)
            log(1); log(2); log(3); log(4); log(5); log(6); log(7); log(8); log(9); log(10)
            return self[LongKey.self]
          }
          set { self[LongKey.self] = newValue }
        }
      }
      enum SpeedKey: DependencyKey { static let liveValue = Speed() }
      enum OtherKey: DependencyKey { static let liveValue = 1 }
      enum LongKey: DependencyKey { static let liveValue: @Sendable (Int) -> Void = { _ in } }
      """)
    #expect(services.map(\.service) == ["OtherKey", "isFast", "long", "name", "speed"])
    #expect(services.map { $0.count(of: .key) } == [1, 1, 2, 1, 2])
  }

  @Test("Models of one name in two types are two, each by all its names; another has its own name")
  func nestedModels() {
    let plan = Inventory(of: [
      (
        "Features.swift",
        """
        import SwiftUI
        enum First {
          @Observable final class Model {}
          struct Screen: View { @Environment(Model.self) var model }
        }
        enum Second { final class Model: ObservableObject { @Published var a = 1 } }
        extension Second { @Observable final class Only {} }
        """
      ),
      (
        "Views.swift",
        """
        import SwiftUI
        struct App: View {
          @State var first = First.Model()
          @EnvironmentObject var second: Second.Model
          @Environment(Second.Only.self) var only
          var body: some View {
            First.Screen().environment(first).environmentObject(Second.Model())
              .environment(Second.Only.shared).environment(Elsewhere.Model())
          }
        }
        """
      ),
    ]).plan
    #expect(
      plan.services.map(\.service) == ["Elsewhere.Model", "First.Model", "Only", "Second.Model"])
    #expect(plan.services.map { $0.count(of: .read) } == [0, 1, 1, 1])
    #expect(plan.services.map { $0.count(of: .override) } == [1, 1, 1, 1])
    #expect(plan.models.map(\.service) == ["First.Model", "Only", "Second.Model"])
    #expect(plan.models.map(\.findings.count) == [1, 1, 2])
  }

  @Test("A generic model has its own name, not that of its argument")
  func genericModels() {
    let services = Self.services(
      """
      import SwiftUI
      struct V: View {
        @EnvironmentObject var store: Outer.Store<Feature.State, (A) -> B>
        @StateObject var own = Store<Feature.State, Int>()
        var body: some View { Text("").environmentObject(own).environmentObject(Store<A>()) }
      }
      """)
    #expect(services.map(\.service) == ["Store"])
    #expect(services.map(\.findings.count) == [3])
  }

  @Test("A generic key is joined with its property, unless two properties read it")
  func genericKeys() {
    let services = Self.services(
      """
      import Dependencies
      extension DependencyValues {
        var one: Int { get { self[One<Int>.self] } set { self[One<Int>.self] = newValue } }
        var a: Int { get { self[Many<Int>.self] } set { self[Many<Int>.self] = newValue } }
        var b: Int { get { self[Many<[B]>.self] } set { self[Many<[B]>.self] = newValue } }
        var inner: Int { get { self[Box<Int>.Inner.self] } set { self[Box<Int>.Inner.self] = 1 } }
      }
      struct One<Value>: DependencyKey { static var liveValue: Int { 1 } }
      struct Many<Value>: DependencyKey { static var liveValue: Int { 1 } }
      extension Box<Int>.Inner: DependencyKey { static let liveValue = 1 }
      struct Reader { @Dependency(Many<[B]>.self) var b; @Dependency(One<Int>.self) var one }
      """)
    #expect(services.map(\.service) == ["Many", "a", "b", "inner", "one"])
    #expect(services.map { $0.count(of: .key) } == [1, 1, 1, 2, 2])
    #expect(services.map { $0.count(of: .read) } == [0, 0, 1, 0, 1])
  }

  @Test("Private values of one name in two files are two, and each file's is what its type says")
  func privateValues() {
    let inventory = Inventory(of: [
      (
        "A.swift",
        """
        import SwiftUI
        extension EnvironmentValues { @Entry fileprivate var mode = true }
        struct V: View { @Environment(\\.mode) var mode }
        """
      ),
      (
        "B.swift",
        """
        import SwiftUI
        extension EnvironmentValues { @Entry fileprivate var mode: any ModeService = Live() }
        struct V: View { @Environment(\\.mode) var mode }
        """
      ),
      ("C.swift", "import SwiftUI\nstruct V: View { @Environment(\\.mode) var mode }"),
    ])
    #expect(inventory.findings.map { $0.stays ?? "-" } == ["a flag", "a flag", "-", "-", "-"])
    #expect(inventory.doubts.isEmpty)
  }
}
