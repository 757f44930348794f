import Injection
import TestSupport
import Testing

@Suite("Scopes: every way out restores the outer values")
struct ScopeExitTests {
  @Test("A throw leaves the scope and passes through unchanged")
  func throwing() {
    withInjectedValues {
      $0.name = "outer"
    } operation: {
      let error = #expect(throws: Failure.self) {
        try withInjectedValues {
          $0.name = "inner"
        } operation: {
          throw Failure(seen: injected(\.name))
        }
      }
      #expect(error?.seen == "inner")
      #expect(injected(\.name) == "outer")
    }
    #expect(injected(\.name) == "default")
  }

  @Test("An async throw leaves the scope and passes through unchanged")
  func throwingAsync() async {
    await withInjectedValues {
      $0.name = "outer"
    } operation: {
      let error = await #expect(throws: Failure.self) {
        try await withInjectedValues {
          $0.name = "inner"
        } operation: {
          throw Failure(seen: await Task { injected(\.name) }.value)
        }
      }
      #expect(error?.seen == "inner")
      #expect(injected(\.name) == "outer")
    }
  }

  @Test("A typed throw keeps its type")
  func typedThrow() {
    do throws(Failure) {
      try withInjectedValues {
        $0.name = "inner"
      } operation: { () throws(Failure) in
        throw Failure(seen: injected(\.name))
      }
    } catch {
      #expect(error.seen == "inner")
    }
    #expect(injected(\.name) == "default")
  }

  @Test("A typed async throw keeps its type")
  func typedThrowAsync() async {
    do throws(Failure) {
      try await withInjectedValues {
        $0.name = "inner"
      } operation: { () async throws(Failure) in
        throw Failure(seen: await Task { injected(\.name) }.value)
      }
    } catch {
      #expect(error.seen == "inner")
    }
    #expect(injected(\.name) == "default")
  }

  @Test("A cancelled operation restores the outer values")
  func cancellation() async {
    let entered = Gate()
    let (never, continuation) = AsyncStream<Never>.makeStream()
    let task = Task {
      await withInjectedValues {
        $0.name = "outer"
      } operation: {
        do {
          try await withInjectedValues {
            $0.name = "inner"
          } operation: {
            entered.open()
            for await _ in never {}
            try Task.checkCancellation()
          }
          return "not cancelled"
        } catch {
          return "\(error is CancellationError) \(injected(\.name))"
        }
      }
    }
    await entered.wait()
    task.cancel()
    #expect(await task.value == "true outer")
    #expect(injected(\.name) == "default")
    continuation.finish()
  }

  @Test("An early return restores the outer values")
  func earlyReturn() {
    func find(_ wanted: Int) -> String? {
      for number in 0..<3 {
        let found: String? = withInjectedValues {
          $0.name = "number \(number)"
        } operation: {
          guard number == wanted else { return nil }
          return injected(\.name)
        }
        if let found { return found }
      }
      return nil
    }
    #expect(find(1) == "number 1")
    #expect(find(9) == nil)
    #expect(injected(\.name) == "default")
  }

  // MARK: Throwing updates

  @Test("A throwing update never enters the scope")
  func throwingUpdate() {
    var entered = false
    #expect(throws: Failure.self) {
      try withInjectedValues {
        $0.name = "half done"
        throw Failure(seen: injected(\.name))
      } operation: {
        entered = true
      }
    }
    #expect(!entered)
    #expect(injected(\.name) == "default")
  }

  @Test("A throwing async update never enters the scope")
  func throwingAsyncUpdate() async {
    let entered = Counter()
    await #expect(throws: Failure.self) {
      try await withInjectedValues {
        $0.name = await Task { "half done" }.value
        throw Failure(seen: $0.name)
      } operation: {
        entered.increment()
      }
    }
    #expect(entered.value == 0)
    #expect(injected(\.name) == "default")
  }

  @Test("An update that could throw, and does not, enters the scope")
  func throwingUpdateSucceeds() async throws {
    func load(_ name: String) throws -> String { "loaded \(name)" }
    let sync = try withInjectedValues {
      $0.name = try load("now")
    } operation: {
      injected(\.name)
    }
    let async = try await withInjectedValues {
      $0.name = try load("later")
    } operation: {
      await Task { injected(\.name) }.value
    }
    #expect(sync == "loaded now")
    #expect(async == "loaded later")
  }

  // MARK: run

  @Test("A captured scope is entered again by run, and left again")
  func run() {
    let captured = scope(named: "captured")
    #expect(injected(\.name) == "default")
    #expect(captured.run { injected(\.name) } == "captured")
    #expect(injected(\.name) == "default")
    withInjectedValues {
      $0.name = "elsewhere"
    } operation: {
      #expect(captured.run { injected(\.name) } == "captured")
      #expect(injected(\.name) == "elsewhere")
    }
  }

  @Test("A captured scope is entered again by an async run, and left again")
  func runAsync() async {
    let captured = scope(named: "captured")
    let seen = await captured.run { await Task { injected(\.name) }.value }
    #expect(seen == "captured")
    #expect(injected(\.name) == "default")
  }

  @Test("A throw out of run keeps its type and leaves the scope")
  func runThrows() async {
    let captured = scope(named: "captured")
    do throws(Failure) {
      try captured.run { () throws(Failure) in throw Failure(seen: injected(\.name)) }
    } catch {
      #expect(error.seen == "captured")
    }
    do throws(Failure) {
      try await captured.run { () async throws(Failure) in
        throw Failure(seen: await Task { injected(\.name) }.value)
      }
    } catch {
      #expect(error.seen == "captured")
    }
    #expect(injected(\.name) == "default")
  }

  @Test("A mutated copy is a new scope: what it was copied from stays as it was")
  func mutatedCopy() async {
    await withInjectedValues {
      $0.name = "original"
    } operation: {
      let original = InjectedValues.current
      var copy = original
      copy.name = "copy"
      #expect(copy.name == "copy")
      #expect(original.name == "original")
      #expect(injected(\.name) == "original")
      #expect(copy.run { injected(\.name) } == "copy")
      #expect(await copy.run { await Task { injected(\.name) }.value } == "copy")
      #expect(original.run { injected(\.name) } == "original")
    }
  }
}

private struct Failure: Error {
  let seen: String
}
