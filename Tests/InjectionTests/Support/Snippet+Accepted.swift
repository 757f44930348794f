import TestSupport

extension Snippet {
  /// What must compile, without a warning.
  static let accepted = [
    Snippet(
      "A scope on the main actor that captures state which is not Sendable",
      """
      @MainActor final class Model {
        let document = Document()
        var count = 0

        func update() {
          withInjectedValues {
            $0.name = document.text
          } operation: {
            document.text = injected(\\.name)
            count += 1
          }
        }
      }
      """),
    Snippet(
      "An async scope on the main actor that captures state which is not Sendable",
      """
      @MainActor final class Model {
        let document = Document()
        var count = 0

        func load() async throws -> String { injected(\\.name) }

        func update() async throws {
          let local = Document()
          try await withInjectedValues {
            $0.name = document.text
            local.text = $0.name
          } operation: {
            document.text = try await load()
            count += 1
            local.text += document.text
          }
        }
      }
      """),
    Snippet(
      "Updates that throw, on the main actor, that capture state which is not Sendable",
      """
      @MainActor final class Model {
        let document = Document()

        func load() throws -> String { document.text }

        func update() async throws {
          try withInjectedValues {
            $0.name = try load()
          } operation: {
            document.text = injected(\\.name)
          }
          document.text = try await withInjectedValues {
            $0.name = try load()
          } operation: {
            await Task {}.value
            return injected(\\.name)
          }
        }
      }
      """),
    Snippet(
      "A synchronous scope in an asynchronous function",
      """
      func read() async -> String {
        withInjectedValues {
          $0.name = "new"
        } operation: {
          injected(\\.name)
        }
      }
      """),
    Snippet(
      "A scope on the main actor that gives back state which is not Sendable",
      """
      @MainActor func makeDocument() async -> Document {
        let now = withInjectedValues {
          $0.name = "now"
        } operation: {
          Document()
        }
        let later = await withInjectedValues {
          $0.name = "later"
        } operation: {
          await Task {}.value
          return Document()
        }
        later.text = now.text
        return later
      }
      """),
    Snippet(
      "An async scope in an actor that captures the actor's state",
      """
      actor Store {
        private let document = Document()

        func save() async {}

        func update() async {
          await withInjectedValues {
            $0.name = document.text
          } operation: {
            document.text = injected(\\.name)
            await save()
          }
        }
      }
      """),
    Snippet(
      "run, on the main actor, that captures state which is not Sendable",
      """
      @MainActor func update(_ document: Document, in values: InjectedValues) async {
        values.run { document.text = injected(\\.name) }
        await values.run {
          await Task {}.value
          document.text = injected(\\.name)
        }
      }
      """),
    Snippet(
      "Every way to declare a dependency",
      """
      struct Holder: Sendable {
        @Injected(\\.name) var name
        @Injected({ $0[NameKey.self] }) var keyed
        @Injected(\\.name.count) var length: Int
        @Injected({ $0.name + "!" }) var louder
      }

      final class Service: Sendable {
        static let shared = Injected(\\.name)
        let name = Injected(\\.name)

        func read() -> String { name() + name.wrappedValue + Service.shared() }
      }

      @MainActor final class Model {
        @Injected(\\.name) var name
      }

      actor Store {
        @Injected(\\.name) var name
      }
      """),
    Snippet(
      "Key path literals that go on into the value",
      """
      struct Model {
        @Injected(\\.date.now) var now
      }

      func read() -> Int { injected(\\.date.now) + injected(\\.name.count) }
      """),
    Snippet(
      "A read that combines two keys",
      """
      func read() -> String {
        injected { $0.name + "\\($0.date.now)" }
      }

      func pair() -> (String, Int) {
        injected { ($0.name, $0.date.now) }
      }
      """),
    Snippet(
      "A key path that is not a literal",
      """
      func make(
        _ keyPath: any KeyPath<InjectedValues, String> & Sendable
      ) -> Injected<String> {
        Injected(keyPath: keyPath)
      }
      """),
    Snippet(
      "An override of a part of a value",
      """
      func read() -> Int {
        withInjectedValues {
          $0.date.generate = { 42 }
        } operation: {
          injected(\\.date.now)
        }
      }
      """),
    Snippet(
      "Errors that keep their type",
      """
      struct Failure: Error {}

      func now() throws(Failure) {
        try withInjectedValues {
          $0.name = "new"
        } operation: { () throws(Failure) in
          throw Failure()
        }
      }

      func later() async throws(Failure) {
        try await withInjectedValues {
          $0.name = "new"
        } operation: { () async throws(Failure) in
          await Task {}.value
          throw Failure()
        }
      }
      """),
    Snippet(
      "Keys of classes of another global actor, which are Sendable",
      """
      @globalActor actor AudioActor {
        static let shared = AudioActor()
      }
      @AudioActor final class Player {
        var volume = 1
        init() {}
      }
      @AudioActor final class Mixer {
        var volume = 1
        nonisolated init() {}
      }
      enum PlayerKey: AsyncInjectedKey {
        static func liveValue() async throws -> Player { await Player() }
        static func testValue() async throws -> Player { await Player() }
      }
      enum MixerKey: InjectedKey {
        static var liveValue: Mixer { Mixer() }
      }
      @AudioActor func mute() {
        injected { $0[MixerKey.self] }.volume = injected { $0[PlayerKey.self] }.volume
      }
      """),
  ]
}
