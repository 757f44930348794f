import Injection
import TestSupport
import Testing

@MainActor
@Suite("5. Main-actor keys: values that are not Sendable")
struct MainActorKeyTests {
  @Test("The default is built once, and is not Sendable")
  func builtOnce() {
    let deck = Deck()
    #expect(deck.player === deck.player)
    #expect(deck.player === InjectedValues.current.player)
  }

  @Test("A scope overrides it, from main-actor code")
  func override() async {
    let deck = Deck()
    let shared = deck.player
    let quiet = Player(name: "quiet")
    withInjectedValues {
      $0.player = quiet
      #expect($0.player === quiet)
    } operation: {
      #expect(deck.player === quiet)
      #expect(Deck().player === quiet)
    }
    #expect(deck.player === shared)
    await withInjectedValues {
      $0.player = quiet
    } operation: {
      #expect(await Task { deck.player.name }.value == "quiet")
    }
  }

  @Test("The owner keeps the override that it was created with")
  func owner() {
    let quiet = Player(name: "quiet")
    let deck = withInjectedValues {
      $0.player = quiet
    } operation: {
      Deck()
    }
    #expect(deck.player === quiet)
    withInjectedValues(from: deck) {
      #expect(InjectedValues.current.player === quiet)
    }
  }

  @Test("A default is built anew where a key that it read is overridden")
  func ruleThree() {
    let deck = Deck()
    let shared = deck.player
    withInjectedValues {
      $0.text = "mine"
    } operation: {
      #expect(deck.player !== shared)
      #expect(deck.player.name == "mine")
      #expect(deck.player === deck.player)
    }
    #expect(deck.player === shared)
    #expect(shared.name == "text")
  }

  @Test("A main-actor default reads another one, and follows its override")
  func chain() {
    let values = InjectedValues.current
    #expect(values.playlist.player === values.player)
    let quiet = Player(name: "quiet")
    withInjectedValues {
      $0.player = quiet
    } operation: {
      #expect(InjectedValues.current.playlist.player === quiet)
    }
  }

  @Test("The lifetimes of keys apply")
  func lifetimes() async {
    let first = InjectedValues.current[TransientPlayerKey.self]
    #expect(InjectedValues.current[TransientPlayerKey.self] !== first)

    let held = InjectedValues.current[WeakPlayerKey.self]
    #expect(InjectedValues.current[WeakPlayerKey.self] === held)

    let session = InjectedSession()
    let own = session.run { InjectedValues.current[SessionPlayerKey.self] }
    #expect(session.run { InjectedValues.current[SessionPlayerKey.self] } === own)
    #expect(InjectedValues.current[SessionPlayerKey.self] !== own)
    await session.end()
  }

  @Test("A weak value may be an optional without an object")
  func weakNothing() {
    #expect(InjectedValues.current[WeakNothingKey.self] == nil)
  }

  @Test("What was built from the same object as before serves on, where an update runs again")
  func succeeding() {
    func values(
      _ player: Player, number: Int, after earlier: InjectedValues?
    ) -> InjectedValues {
      InjectedValues.current.overriding {
        $0[PlayerKey.self] = player
        $0[VolumeKey.self] = 3
        $0.number = number
      }.succeeding(earlier)
    }
    let player = Player(name: "one")
    let first = values(player, number: 1, after: nil)
    let playlist = first[PlaylistKey.self]
    let second = values(player, number: 2, after: first)
    #expect(second[PlaylistKey.self] === playlist)
    let third = values(Player(name: "other"), number: 2, after: second)
    #expect(third[PlaylistKey.self] !== playlist)
    #expect(third[PlaylistKey.self].player.name == "other")
  }

  @Test("The context chooses the default")
  func context() {
    withInjectedValues {
      $0.context = .live
      $0.text = "text"
    } operation: {
      #expect(InjectedValues.current.player.name == "live text")
    }
    withInjectedValues {
      $0.context = .preview
    } operation: {
      #expect(InjectedValues.current.player.name == "live text")
    }
  }

  @Test("Without a test value, a test has the preview value, and an issue")
  func previewInTests() async {
    let report = await issueReport {
      await MainActor.run {
        #expect(InjectedValues.current[PreviewedPlayerKey.self].name == "preview")
      }
    }
    #expect(report.contains("no test value for PreviewedPlayerKey"))
  }

  @Test("A key is explained, before and after it is read")
  func explained() {
    withInjectedValues {
      $0.text = "mine"
    } operation: {
      #expect(InjectedValues.explain(PlayerKey.self).built == nil)
      #expect(InjectedValues.explain(PlayerKey.self).source.kind == .default)
      _ = InjectedValues.current.player
      #expect(InjectedValues.explain(PlayerKey.self).built?.reads.map(\.key) == ["TextKey"])
      withInjectedValues {
        $0.player = Player(name: "quiet")
      } operation: {
        let explanation = InjectedValues.explain(PlayerKey.self)
        #expect(explanation.source.kind == .override)
        #expect(explanation.shadowed.map(\.kind) == [.default])
      }
    }
  }

  @Test("A value dies on the main actor, when the last reference goes elsewhere")
  func diesOnMain() async {
    let (stream, deaths) = AsyncStream<Bool>.makeStream()
    let release = Gate()
    let task = withInjectedValues {
      $0.witness = Witness(deaths)
    } operation: {
      Task.detached { [values = InjectedValues.current] in
        await release.wait()
        withExtendedLifetime(values) {}
      }
    }
    release.open()
    await task.value
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == true)
  }

  @Test("A session that keeps a weak value ends with its teardowns, off the main actor as well")
  func weakInSession() async {
    let session = InjectedSession { $0.text = "mine" }
    session.onEnd(TextOfSessionKey.self) { _ in }
    _ = session.run { injected { $0[TextOfSessionKey.self] } }
    let player = session.run { InjectedValues.current[WeakTextPlayerKey.self] }
    await Task.detached { await session.end() }.value
    #expect(session.isEnded)
    withExtendedLifetime(player) {}
  }

  @Test("A built value is freed with its scope")
  func freed() async {
    let (stream, deaths) = AsyncStream<Bool>.makeStream()
    withInjectedValues {
      $0.text = "mine"
      $0[DeathsKey.self] = deaths
    } operation: {
      _ = InjectedValues.current.witness
    }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == true)
  }
}

private enum WeakTextPlayerKey: MainActorInjectedKey {
  @MainActor static var liveValue: Player { Player(name: injected(\.text)) }
  @MainActor static var testValue: Player { liveValue }
  static var lifetime: InjectedLifetime { .weak }
}

private enum TextOfSessionKey: InjectedInterfaceKey {
  static var testValue: String { injected(\.text) }
  static var lifetime: InjectedLifetime { .session }
}

// Not Sendable, and not isolated either.
private final class Player {
  let name: String
  private var volume = 0

  init(name: String) { self.name = name }
}

private final class Playlist {
  let player: Player

  init(player: Player) { self.player = player }
}

/// Says, when it dies, whether the main actor ran then.
private final class Witness {
  private let deaths: AsyncStream<Bool>.Continuation

  init(_ deaths: AsyncStream<Bool>.Continuation) { self.deaths = deaths }

  deinit {
    // Traps elsewhere, so that reaching the next line says where this is.
    MainActor.preconditionIsolated()
    deaths.yield(true)
  }
}

@MainActor
private final class Deck {
  @MainActorInjected(\.player) var player
}

private enum PlayerKey: MainActorInjectedKey {
  static var liveValue: Player { Player(name: "live " + injected(\.text)) }
  static var testValue: Player { Player(name: injected(\.text)) }
}

private enum WeakNothingKey: MainActorInjectedKey {
  static var liveValue: Player? { nil }
  static var testValue: Player? { nil }
  static var lifetime: InjectedLifetime { .weak }
}

private enum VolumeKey: MainActorInjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

private enum PreviewedPlayerKey: MainActorInjectedKey {
  static var liveValue: Player { Player(name: "live") }
  static var previewValue: Player { Player(name: "preview") }
}

private enum PlaylistKey: MainActorInjectedKey {
  static var liveValue: Playlist { Playlist(player: InjectedValues.current.player) }
  static var testValue: Playlist { liveValue }
}

private enum TransientPlayerKey: MainActorInjectedKey {
  static var liveValue: Player { Player(name: "live") }
  static var testValue: Player { Player(name: "test") }
  static var lifetime: InjectedLifetime { .transient }
}

private enum WeakPlayerKey: MainActorInjectedKey {
  static var liveValue: Player { Player(name: "live") }
  static var testValue: Player { Player(name: "test") }
  static var lifetime: InjectedLifetime { .weak }
}

private enum SessionPlayerKey: MainActorInjectedKey {
  static var liveValue: Player { Player(name: "live") }
  static var testValue: Player { Player(name: "test") }
  static var lifetime: InjectedLifetime { .session }
}

private enum DeathsKey: InjectedInterfaceKey {
  static var testValue: AsyncStream<Bool>.Continuation { AsyncStream<Bool>.makeStream().1 }
}

private enum WitnessKey: MainActorInjectedKey {
  static var liveValue: Witness { Witness(InjectedValues.current[DeathsKey.self]) }
  static var testValue: Witness { liveValue }
}

extension InjectedValues {
  @MainActor fileprivate var player: Player {
    get { self[PlayerKey.self] }
    set { self[PlayerKey.self] = newValue }
  }

  @MainActor fileprivate var playlist: Playlist { self[PlaylistKey.self] }

  @MainActor fileprivate var witness: Witness {
    get { self[WitnessKey.self] }
    set { self[WitnessKey.self] = newValue }
  }
}
