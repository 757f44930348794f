import EnvironmentTree
import Testing

/// Says when it ends.
@MainActor private final class Player {
  private let onEnd: @MainActor () -> Void

  init(onEnd: @escaping @MainActor () -> Void) {
    self.onEnd = onEnd
  }

  deinit {
    MainActor.assumeIsolated { [onEnd] in onEnd() }
  }
}

@Suite("Values that end when they are replaced") @MainActor struct StateEndTests {
  @Test("The end of a state's old value may read and write that state")
  func state() {
    struct Screen: View {
      @State private var player: Player?
      @State private var ends = 0
      var body: some View {
        Text(player == nil ? "silent \(ends)" : "playing \(ends)")
        Button("Play") {
          player = Player {
            ends += 1
            player = nil
          }
        }
        Button("Stop") { player = nil }
      }
    }
    let host = TreeHost(Screen())
    host.tap("Play")
    #expect(host.outline.hasPrefix("Text \"playing 0\""))
    host.tap("Stop")
    #expect(host.outline.hasPrefix("Text \"silent 1\""))
  }

  @Test("The end of a published property's old value may read and write that property")
  func published() {
    final class Model: ObservableObject {
      @Published var player: Player?
      @Published var ends = 0
    }
    struct Screen: View {
      @ObservedObject var model: Model
      var body: some View { Text(model.player == nil ? "silent \(model.ends)" : "playing") }
    }
    let model = Model()
    let host = TreeHost(Screen(model: model))
    model.player = Player { [unowned model] in
      model.ends += 1
      model.player = nil
    }
    #expect(host.outline == "Text \"playing\"")
    model.player = nil
    #expect(host.outline == "Text \"silent 1\"")
  }

  @Test("The end of what a store kept may read and write that store")
  func store() {
    let store = MemoryStore()
    let player = Player { store.set("ended", forKey: "player") }
    store.set(player, forKey: "player")
    _ = consume player
    store.set(nil, forKey: "player")
    #expect(store.object(forKey: "player") as? String == "ended")
  }
}
