import Injection
import TestSupport
import Testing

/// An owner that outlives the scope it was created in, while others run in a scope around that one:
/// it shares what belongs there, and keeps nothing of it alive.
@Suite("Rule 2: an owner that outlives its scope, inside one that goes on")
struct OwnerLifetimeTests {
  @Test("What it shares with the outer scope is the same instance; the rest it builds once")
  func shares() {
    withInjectedValues {
      $0.probe = Probe()
    } operation: {
      let child = inner { Child() }
      let pair = child.pair()
      #expect(child.top() === injected(\.top))
      #expect(pair.number == 7)
      #expect(pair.probe === injected(\.probe))
      #expect(child.pair() === pair)
      #expect(child.reader().pair() === pair)
      #expect(injected(\.pair) !== pair)
      let elsewhere = withInjectedValues {
        $0.text = "unrelated"
      } operation: {
        (child.pair(), child.top())
      }
      #expect(elsewhere.0 === pair)
      #expect(elsewhere.1 === injected(\.top))
    }
  }

  @Test("It goes on with the outer scope's overrides after that one has ended too")
  func outlivesBoth() async {
    let probe = Probe()
    let (child, pair) = withInjectedValues {
      $0.probe = probe
    } operation: {
      let child = inner { Child() }
      _ = child.top()
      return (child, child.pair())
    }
    #expect(child.pair() === pair)
    let top = child.top()
    #expect(top.middle.probe === probe)
    #expect(child.top() === top)
    #expect(child.reader().pair() === pair)
    #expect(await Task.detached { child.top() }.value === top)
    #expect(probe.users == ["Middle", "Top", "Pair"])
  }

  @Test("A service that has escaped the scopes of an update reads what that assigns later")
  func escapedInUpdate() {
    withInjectedValues {
      $0.number = 1
      let reader = $0.run { inner { inner { injected(\.pairReader) } } }
      #expect(reader.text() != "assigned")
      $0.text = "assigned"
      #expect(reader.text() == "assigned")
    } operation: {
    }
  }

  @Test("Services that outlive both are given one instance, though one has read there before")
  func readBefore() {
    weak var first: Top?
    let (reader, other) = withInjectedValues {
      $0.probe = Probe()
    } operation: {
      let (reader, other) = (inner { injected(\.pairReader) }, inner { injected(\.pairReader) })
      first = reader.top()
      #expect(first === injected(\.top))
      return (reader, other)
    }
    #expect(reader !== other)
    #expect(first == nil)
    #expect(reader.top() === other.top())
  }

  @Test("A value of the outer scope that holds it is freed with that scope")
  func freed() {
    weak var parent: Parent?
    weak var probe: Probe?
    withInjectedValues {
      $0.probe = Probe()
    } operation: {
      parent = injected { $0[ParentKey.self] }
      probe = injected(\.probe)
      #expect(parent?.child.top() === injected(\.top))
      #expect(parent?.child.pair() === parent?.child.pair())
    }
    #expect(parent == nil)
    #expect(probe == nil)
  }

  @Test("A value of a session that holds it is freed when the session ends")
  func freedWithSession() async {
    let session = InjectedSession { $0.probe = Probe() }
    weak let parent = session.run {
      let parent = injected { $0[ParentKey.self] }
      #expect(parent.child.pair().number == 7)
      return parent
    }
    #expect(parent != nil)
    await session.end()
    #expect(parent == nil)
  }

  @Test("A task that it starts while it builds keeps the scopes of the build")
  func task() async {
    let task = withInjectedValues {
      $0.probe = Probe()
      $0.text = "outer"
    } operation: {
      inner { Starter() }.started().task
    }
    scopesHaveEnded.open()
    #expect(await task.value == "outer")
  }

  @Test("A scope that its maker lets go of while it builds is kept by its owner")
  func endsMeanwhile() {
    GoingOn.$current.withValue(GoingOn()) { readsWhileScopeEnds() }
  }

  private func readsWhileScopeEnds() {
    let probe = Probe()
    let child = withInjectedValues {
      $0.text = "outer"
      $0.probe = probe
      let values = $0
      GoingOn.current.values.withLock { $0 = values }
    } operation: {
      inner { Child() }
    }
    let first = child.lastReader()
    #expect(first.text == "outer")
    #expect(first.hadScope)
    #expect(first.probe === probe)
    #expect(child.lastReader() === first)
  }

  @Test("What is built while a scope goes, from what that had kept, is freed with its holders")
  func endsAfterRead() {
    GoingOn.$current.withValue(GoingOn()) { buildsWhileScopeEnds() }
  }

  private func buildsWhileScopeEnds() {
    weak var parent: Parent?
    weak var holder: ParentHolder?
    do {
      let reader = withInjectedValues {
        $0.probe = Probe()
        let values = $0
        GoingOn.current.values.withLock { $0 = values }
      } operation: {
        inner { injected(\.pairReader) }
      }
      let held = reader.parentHolder()
      #expect(held.hadScope)
      parent = held.parent
      holder = held
    }
    #expect(holder == nil)
    #expect(parent == nil)
  }
}

/// What keeps the scope of one test running, as an operation would.
private final class GoingOn: Sendable {
  @TaskLocal static var current = GoingOn()

  let values = Guarded<InjectedValues?>(nil)
}

/// Ends the scope that it reads from, once it has read the first value there.
private final class LastReader: Sendable {
  let text = injected(\.text)
  let hadScope = endScope()
  let probe = injected(\.probe)
}

/// Ends the scope that it reads from, once that has built what this holds.
private final class ParentHolder: Sendable {
  let parent = injected { $0[ParentKey.self] }
  let hadScope = endScope()
}

private func endScope() -> Bool {
  let values = GoingOn.current.values.withLock { values in
    defer { values = nil }
    return values
  }
  return values != nil
}

private func inner<R>(_ operation: () -> R) -> R {
  withInjectedValues {
    $0.number = 7
  } operation: {
    operation()
  }
}

private final class Child: Sendable {
  let top = Injected(\.top)
  let pair = Injected(\.pair)
  let reader = Injected(\.pairReader)
  let lastReader = Injected(\.lastReader)
}

/// Built from the number, which the inner scope overrides, and reads another such value later.
private final class PairReader: Sendable {
  let number = injected(\.number)
  let text = Injected(\.text)
  let pair = Injected(\.pair)
  let top = Injected(\.top)
  let parentHolder = Injected(\.parentHolder)
}

private final class Parent: Sendable {
  let probe = injected(\.probe)
  let child = inner { Child() }
}

private let scopesHaveEnded = Gate()

private final class Starter: Sendable {
  let started = Injected(\.started)
}

private final class Started: Sendable {
  let task: Task<String, Never>

  init() {
    _ = injected(\.probe)
    task = Task {
      await scopesHaveEnded.wait()
      return injected(\.text)
    }
  }
}

private enum PairReaderKey: InjectedInterfaceKey {
  static var testValue: PairReader { PairReader() }
}

private enum LastReaderKey: InjectedInterfaceKey {
  static var testValue: LastReader { LastReader() }
}

private enum ParentHolderKey: InjectedInterfaceKey {
  static var testValue: ParentHolder { ParentHolder() }
}

private enum ParentKey: InjectedInterfaceKey {
  static var testValue: Parent { Parent() }
}

private enum StartedKey: InjectedInterfaceKey {
  static var testValue: Started { Started() }
}

extension InjectedValues {
  fileprivate var pairReader: PairReader { self[PairReaderKey.self] }

  fileprivate var lastReader: LastReader { self[LastReaderKey.self] }

  fileprivate var parentHolder: ParentHolder { self[ParentHolderKey.self] }

  fileprivate var started: Started { self[StartedKey.self] }
}
