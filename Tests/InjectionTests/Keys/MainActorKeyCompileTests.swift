import TestSupport
import Testing

@Suite("5. Main-actor keys: misuse does not compile")
struct MainActorKeyCompileTests {
  @Test("What is rejected, with the error, and what is accepted, without a warning")
  func verdicts() async throws {
    #expect(rejected.filter { !$0.isRejected }.isEmpty)
    try await Snippet.expect(rejected + [accepted], after: player)
  }

  private let accepted = Snippet(
    "Use on the main actor",
    """
    @MainActor final class Deck {
      @MainActorInjected(\\.player) var player
      func play() async {
        player.volume = 1
        withInjectedValues { $0.player = Player() } operation: { player.volume = 2 }
        await withInjectedValues { $0.player = Player() } operation: { await Task.yield() }
      }
    }
    """)

  private let rejected = [
    Snippet(
      "Reading the key off the main actor",
      """
      func read(_ values: InjectedValues) -> Int {
        values[PlayerKey.self].volume // expected-error {{main actor-isolated subscript 'subscript(_:accessor:)' can not be referenced}}
      }
      """),
    Snippet(
      "Reading the property off the main actor",
      """
      func read(_ values: InjectedValues) -> Int {
        values.player.volume // expected-error {{main actor-isolated property 'player' can not be referenced}}
      }
      """),
    Snippet(
      "Reading through a key path off the main actor",
      """
      func read() -> Int {
        injected(\\.player).volume // expected-error {{cannot form key path to main actor-isolated property 'player'}}
      }
      """),
    Snippet(
      "Overriding off the main actor",
      """
      func override() {
        withInjectedValues {
          $0.player = Player() // expected-error {{main actor-isolated property 'player' can not be mutated}}
        } operation: {
        }
      }
      """),
    Snippet(
      "@Injected with the key",
      """
      @MainActor final class Deck {
        @Injected({ $0[PlayerKey.self] }) var player // expected-error {{main actor-isolated subscript}}
      }
      """),
    Snippet(
      "@Injected with the property",
      """
      @MainActor final class Deck {
        @Injected(\\.player) var player // expected-error {{does not conform to the 'Sendable' protocol}}
      }
      """),
    Snippet(
      "@MainActorInjected in a class that is on no actor",
      """
      final class Deck { // expected-error {{default initializer for 'Deck' cannot be both nonisolated and main actor-isolated}}
        @MainActorInjected(\\.player) var player
      }
      """),
  ]
}

private let player = """
  import Injection

  final class Player { var volume = 0 }
  enum PlayerKey: MainActorInjectedKey {
    static var liveValue: Player { Player() }
    static var testValue: Player { Player() }
  }
  extension InjectedValues {
    @MainActor var player: Player {
      get { self[PlayerKey.self] }
      set { self[PlayerKey.self] = newValue }
    }
  }

  """
