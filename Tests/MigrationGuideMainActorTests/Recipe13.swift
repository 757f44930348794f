import Injection
import InjectionTesting
import Testing

// A module whose declarations belong to the main actor where they do not say otherwise.

nonisolated protocol Uploads: Sendable {
  func upload(_ name: String) -> Bool
}

nonisolated struct LiveUploads: Uploads {
  func upload(_ name: String) -> Bool { !name.isEmpty }
}

nonisolated enum UploadsKey: InjectedKey {
  static let liveValue: any Uploads = LiveUploads()
  static var testValue: any Uploads { liveValue }
}

nonisolated extension InjectedValues {
  var uploads: any Uploads {
    get { self[UploadsKey.self] }
    set { self[UploadsKey.self] = newValue }
  }
}

final class UploadModel {
  @Injected(\.uploads) private var uploads
  private(set) var isDone = false
  func start() { isDone = uploads.upload("a.png") }
}

final class Player {
  var volume = 1
}

nonisolated enum PlayerKey: MainActorInjectedKey {
  @MainActor static var liveValue: Player { Player() }
  @MainActor static var testValue: Player { Player() }
}

extension InjectedValues {
  var player: Player {
    get { self[PlayerKey.self] }
    set { self[PlayerKey.self] = newValue }
  }
}

final class PlayerModel {
  @MainActorInjected(\.player) private var player
  func louder() -> Int {
    player.volume += 1
    return player.volume
  }
}

@Suite("Recipe 13", .injected) struct Recipe13Tests {
  @Test("A nonisolated key is read on the main actor and off it")
  func nonisolatedKey() async {
    let model = UploadModel()
    model.start()
    #expect(model.isDone)
    let elsewhere = await Task.detached { LiveUploads().upload("b.png") }.value
    #expect(elsewhere)
    #expect(await offTheMainActor())
  }

  @Test("A key of the main actor has one instance, which need not be Sendable")
  func mainActorKey() {
    #expect(PlayerModel().louder() == 2)
    #expect(PlayerModel().louder() == 3)
  }
}

@concurrent nonisolated private func offTheMainActor() async -> Bool {
  injected(\.uploads).upload("c.png")
}
