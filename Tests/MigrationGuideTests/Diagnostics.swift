import TestSupport
import Testing

/// What the guide shows and the compiler rejects.
struct Rejected: Sendable, CustomTestStringConvertible {
  let recipe: String
  /// As the guide shows it.
  let source: String
  /// The error, whole; the guide shows it too.
  let message: String
  /// What the source needs and the guide does not repeat.
  var prelude = ""
  var options: [String] = []
  var testDescription: String { recipe }

  static let all = [
    Rejected(
      recipe: "Recipe 1",
      source: #"""
        final class Basket {
          var items: [Int] = []
        }

        enum BasketKey: InjectedKey {
          static var liveValue: Basket { Basket() }
        }
        """#,
      message: "type 'Basket' does not conform to the 'Sendable' protocol"),
    Rejected(
      recipe: "Recipe 2",
      source: #"""
        extension EnvironmentValues {
          @Entry var decoder = Decoder()
        }
        """#,
      message: "unknown attribute 'Entry'",
      prelude: "final class Decoder: Sendable {}"),
    Rejected(
      recipe: "Recipe 6",
      source: #"""
        @MainActor @Observable final class CartModel {
          @Injected(\.userService) private var service
        }
        """#,
      message: "property wrapper cannot be applied to a computed property"),
    Rejected(
      recipe: "Recipe 11",
      source: #"""
        @MainActor final class TicketStore {
          var tickets: [String] = []
          init() {}
        }

        struct TicketService: Sendable {
          let store: TicketStore
          static func live() -> TicketService { TicketService(store: TicketStore()) }
        }
        """#,
      message: """
        call to main actor-isolated initializer 'init()' in a synchronous nonisolated context \
        [#ActorIsolatedCall]
        """),
    Rejected(
      recipe: "Recipe 12",
      source: #"""
        @Test func title() {
          let model = DetailModel()
          model.load(1)
        }
        """#,
      message: """
        call to main actor-isolated instance method 'load' in a synchronous nonisolated context \
        [#ActorIsolatedCall]
        """,
      prelude: """
        import Testing
        @MainActor final class DetailModel { func load(_ id: Int) {} }
        """),
    Rejected(
      recipe: "Recipe 13",
      source: #"""
        protocol Uploads: Sendable {
          func upload(_ name: String) -> Bool
        }

        struct LiveUploads: Uploads {
          func upload(_ name: String) -> Bool { !name.isEmpty }
        }

        enum UploadsKey: InjectedKey {
          static let liveValue: any Uploads = LiveUploads()
        }

        extension InjectedValues {
          var uploads: any Uploads {
            get { self[UploadsKey.self] }
            set { self[UploadsKey.self] = newValue }
          }
        }

        final class UploadModel {
          @Injected(\.uploads) private var uploads
        }
        """#,
      message: """
        type 'KeyPath<InjectedValues, any Uploads>' does not conform to the 'Sendable' protocol
        """,
      options: ["-default-isolation", "MainActor"]),
    Rejected(
      recipe: "From WeaveDI",
      source: #"""
        struct UserServiceKey: InjectedKey {
          static var liveValue: any UserService = LiveUserService()
        }
        """#,
      message: """
        static property 'liveValue' is not concurrency-safe because it is nonisolated global shared \
        mutable state [#MutableGlobalVariable]
        """,
      prelude: """
        protocol UserService: Sendable {}
        struct LiveUserService: UserService {}
        """),
  ]
}

@Suite("The guide: what the compiler rejects")
struct GuideCompileTests {
  @Test("Each is rejected with the message that the guide shows")
  func rejected() async throws {
    let imports = """
      import EnvironmentTree; import Injection; import InjectionTree; import ModelObservation
      import Observation; import ServiceComparison; 
      """
    for (options, examples) in Dictionary(grouping: Rejected.all, by: \.options) {
      let said = try await Compiler.diagnostics(
        of: examples.map { imports + $0.prelude + "\n" + $0.source }, options: options)
      for (example, diagnostics) in zip(examples, said) {
        #expect(
          diagnostics.contains { $0.isError && $0.message == example.message },
          "\(example.recipe): \(diagnostics)")
      }
    }
  }
}
