import Injection
import Testing

/// This target has no upcoming features on, as a client with default settings.
@Suite("5. Scopes keep the isolation of their callers, in a client with default settings")
struct IsolationTests {
  @Test("An actor enters a scope, and goes on in its own state")
  func actor() async {
    let teller = Teller()
    #expect(await teller.tell("actor") == ["actor", "actor"])
    #expect(await teller.session("session") == "session")
  }

  @MainActor
  @Test("So does the main actor, with what is its own")
  func mainActor() async {
    let lines = Lines()
    await withInjectedValues {
      $0[TellingKey.self] = "main"
    } operation: {
      lines.add()
      await Task.yield()
      MainActor.assertIsolated()
      lines.add()
    }
    #expect(lines.all == ["main", "main"])
  }

  @Test("Code of no actor captures what is not Sendable")
  func nonisolated() async {
    let lines = Lines()
    await withInjectedValues {
      $0[TellingKey.self] = "none"
    } operation: {
      await Task.yield()
      lines.add()
      InjectedValues.current.run { lines.add() }
    }
    #expect(lines.all == ["none", "none"])
  }

  @Test("What an operation throws has its type, in each form")
  func typedThrows() async {
    do throws(TellingError) {
      try withInjectedValues {
        $0[TellingKey.self] = "typed"
      } operation: { () throws(TellingError) in
        throw TellingError(text: injected { $0[TellingKey.self] })
      }
    } catch {
      #expect(error.text == "typed")
    }
    do throws(TellingError) {
      try await withInjectedValues {
        $0[TellingKey.self] = "later"
      } operation: { () async throws(TellingError) in
        await Task.yield()
        throw TellingError(text: injected { $0[TellingKey.self] })
      }
    } catch {
      #expect(error.text == "later")
    }
    #expect(injected { $0[TellingKey.self] } == "default")
  }
}

private actor Teller {
  private var told: [String] = []

  func tell(_ text: String) async -> [String] {
    await withInjectedValues {
      $0[TellingKey.self] = text
    } operation: {
      told.append(injected { $0[TellingKey.self] })
      await Task.yield()
      told.append(injected { $0[TellingKey.self] })
    }
    return told
  }

  func session(_ text: String) async -> String? {
    let session = InjectedSession { $0[TellingKey.self] = text }
    await session.run {
      await Task.yield()
      told.append(injected { $0[TellingKey.self] })
    }
    await session.end()
    return told.last
  }
}

private final class Lines {
  private(set) var all: [String] = []

  func add() { all.append(injected { $0[TellingKey.self] }) }
}

private struct TellingError: Error {
  let text: String
}

private enum TellingKey: InjectedInterfaceKey {
  static var testValue: String { "default" }
}
