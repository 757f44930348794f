import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Propagation: what inherits the scope, and what does not", .injected(.allowsLostReads))
struct PropagationTests {
  // MARK: Structured and unstructured tasks inherit

  @Test("Task inherits the scope, and keeps it after the scope has ended")
  func task() async {
    let scopeEnded = Gate()
    let task = withInjectedValues {
      $0.name = "scope"
    } operation: {
      Task {
        await scopeEnded.wait()
        return injected(\.name)
      }
    }
    #expect(injected(\.name) == "default")
    scopeEnded.open()
    #expect(await task.value == "scope")
  }

  @Test("async let inherits the scope")
  func asyncLet() async {
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      async let first = readName()
      async let second = injected(\.name)
      #expect(await [first, second] == ["scope", "scope"])
    }
  }

  @Test("The tasks of a group inherit the scope")
  func taskGroup() async {
    let seen = await withInjectedValues {
      $0.name = "scope"
    } operation: {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<3 { group.addTask { await readName() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(seen == ["scope", "scope", "scope"])
  }

  @Test("Each task of a group may open a scope of its own")
  func taskGroupScopes() async {
    let seen = await withTaskGroup(of: String.self) { group in
      for index in 0..<8 {
        group.addTask {
          await withInjectedValues {
            $0.name = "task \(index)"
          } operation: {
            await readName()
          }
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(seen == Set((0..<8).map { "task \($0)" }))
  }

  @Test("The tasks of a throwing group inherit the scope")
  func throwingTaskGroup() async throws {
    let seen = try await withInjectedValues {
      $0.name = "scope"
    } operation: {
      try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask {
          try Task.checkCancellation()
          return await readName()
        }
        return try await group.next()
      }
    }
    #expect(seen == "scope")
  }

  @Test("The tasks of a discarding group inherit the scope")
  func discardingTaskGroup() async {
    await confirmation(expectedCount: 3) { sawScope in
      await withInjectedValues {
        $0.name = "scope"
      } operation: {
        await withDiscardingTaskGroup { group in
          for _ in 0..<3 {
            group.addTask {
              if await readName() == "scope" { sawScope() }
            }
          }
        }
      }
    }
  }

  // MARK: Detached tasks do not

  @Test("Task.detached inherits no scope")
  func detached() async {
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      #expect(await Task.detached { await readName() }.value == "default")
      #expect(injected(\.name) == "scope")
    }
  }

  @Test("A group inside a detached task inherits what the detached task has")
  func groupInsideDetached() async {
    let seen = await withInjectedValues {
      $0.name = "scope"
    } operation: {
      await Task.detached {
        await withTaskGroup(of: String.self) { group in
          group.addTask { await readName() }
          return await group.next()
        }
      }.value
    }
    #expect(seen == "default")
  }

  @Test("A group inside a detached task inherits a scope that is carried there")
  func groupInsideDetachedCarried() async {
    let seen = await withInjectedValues {
      $0.name = "scope"
    } operation: {
      let current = InjectedValues.current
      return await Task.detached {
        await current.run {
          await withTaskGroup(of: String.self) { group in
            group.addTask { await readName() }
            return await group.next()
          }
        }
      }.value
    }
    #expect(seen == "scope")
  }

  // MARK: Actors

  @Test("A method of an actor runs in its caller's scope")
  func actorMethod() async {
    let greeter = Greeter()
    #expect(await greeter.greeting() == "Hello default")
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      #expect(await greeter.greeting() == "Hello scope")
    }
    #expect(await greeter.greeting() == "Hello default")
  }

  @Test("An actor keeps the scope it was created in")
  func actorOwner() async {
    let greeter = withInjectedValues {
      $0.name = "owner"
    } operation: {
      Greeter()
    }
    #expect(await greeter.greeting() == "Hello owner")
  }

  @Test("A model on the main actor runs in its caller's scope, from wherever it is called")
  func mainActorModel() async {
    let model = ProfileModel()
    await withInjectedValues {
      $0.name = "scope"
    } operation: {
      await model.load()
      #expect(await model.title == "Profile of scope")
    }
    await model.load()
    #expect(await model.title == "Profile of default")
  }

  @Test("A model on the main actor keeps the scope it was created in")
  @MainActor func mainActorOwner() async {
    let model = withInjectedValues {
      $0.name = "owner"
    } operation: {
      ProfileModel()
    }
    await model.load()
    #expect(model.title == "Profile of owner")
  }

  @Test("A task that a model starts runs in the scope of the call that started it")
  @MainActor func modelTask() async {
    let model = ProfileModel()
    let task = withInjectedValues {
      $0.name = "scope"
    } operation: {
      model.startLoading()
    }
    await task.value
    #expect(model.title == "Profile of scope")
  }

  // MARK: Streams

  @Test("A stream's producer yields what its own scope gives, wherever it is consumed")
  func streamProducer() async {
    let stream = withInjectedValues {
      $0.name = "producer"
    } operation: {
      AsyncStream { continuation in
        Task {
          continuation.yield(await readName())
          continuation.finish()
        }
      }
    }
    await withInjectedValues {
      $0.name = "consumer"
    } operation: {
      for await name in stream {
        #expect(name == "producer")
        #expect(injected(\.name) == "consumer")
      }
    }
  }

  @Test("A stream that unfolds runs in its consumer's scope")
  func streamUnfolding() async {
    let stream = withInjectedValues {
      $0.name = "producer"
    } operation: {
      AsyncStream { injected(\.name) }
    }
    await withInjectedValues {
      $0.name = "consumer"
    } operation: {
      #expect(await stream.first { _ in true } == "consumer")
    }
  }
}

private func readName() async -> String {
  injected(\.name)
}

private actor Greeter {
  @Injected(\.name) private var name

  func greeting() -> String { "Hello \(name)" }
}

@MainActor private final class ProfileModel {
  @Injected(\.name) private var name
  private(set) var title = ""

  func load() async {
    title = "Profile of \(name)"
  }

  func startLoading() -> Task<Void, Never> {
    Task { await load() }
  }
}
