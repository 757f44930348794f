import ModelObservation
import TestSupport
import Testing

/// The cases of swift-navigation's `ObserveTests`, `LifetimeTests` and `IsolationTests`.
///
/// Differs on purpose: an observer runs before the assignment returns, not in a later task.
@Suite("Swift navigation conformance") struct SwiftNavigationTests {
  @MainActor final class Model: ObservableModel {
    @Observed var count = 0
  }

  @globalActor actor Custom {
    static let shared = Custom()
  }

  @Custom final class CustomModel: ObservableModel {
    @Observed var count = 0
  }

  actor Store {
    final class State: ObservableModel {
      @Observed var count = 0
    }

    private let state = State()
    private var token: ObservationToken?
    private(set) var seen: [Int] = []

    func start() {
      token = observe {
        self.assertIsolated()
        self.seen.append(self.state.count)
      }
    }

    func add() { state.count += 1 }
  }

  @Test("A change runs the observer")
  @MainActor func change() {
    let model = Model()
    var seen: [Int] = []
    let token = observe { seen.append(model.count) }
    model.count = 1
    #expect(seen == [0, 1])
    token.cancel()
  }

  @Test("A token that goes ends its observer")
  @MainActor func lifetime() {
    let model = Model()
    var runs = 0
    var token: ObservationToken? = observe {
      use(model.count)
      runs += 1
    }
    use(token)
    model.count = 1
    token = nil
    model.count = 2
    #expect(runs == 2)
  }

  @Test("Tokens are kept in a set, and end with it")
  @MainActor func tokens() {
    let model = Model()
    var runs = 0
    var tokens: Set<ObservationToken> = []
    for _ in 0..<3 {
      observe {
        use(model.count)
        runs += 1
      }.store(in: &tokens)
    }
    model.count = 1
    #expect(runs == 6)
    tokens = []
    model.count = 2
    #expect(runs == 6)
  }

  @Test("An observer of the main actor stays there")
  @MainActor func mainActor() async {
    let model = Model()
    var seen: [Int] = []
    let token = observe {
      MainActor.assertIsolated()
      seen.append(model.count)
    }
    await Task.detached { await Self.add(to: model) }.value
    #expect(seen == [0, 1])
    token.cancel()
  }

  @MainActor static func add(to model: Model) { model.count += 1 }

  @Test("An observer of a custom global actor stays there")
  @Custom func customGlobalActor() async {
    let model = CustomModel()
    var seen: [Int] = []
    let token = observe {
      Custom.shared.assertIsolated()
      seen.append(model.count)
    }
    await Task.detached { await Self.addCustom(to: model) }.value
    #expect(seen == [0, 1])
    token.cancel()
  }

  @Custom static func addCustom(to model: CustomModel) { model.count += 1 }

  @Test("An observer of an actor stays on it")
  func actorInstance() async {
    let store = Store()
    await store.start()
    await store.add()
    #expect(await store.seen == [0, 1])
  }

  @MainActor final class Owner {
    let model = Model()
    var token: ObservationToken?
    init(_ body: @escaping @MainActor (Int) -> Void) {
      token = observe { [model] in body(model.count) }
    }
  }

  @Test("An owner released on another thread takes its observer along")
  @MainActor func releasedElsewhere() {
    var runs = 0
    var owner: Owner? = Owner { _ in runs += 1 }
    let model = owner!.model
    weak let reference = owner
    let box = Handover(owner)
    owner = nil
    // This actor is not free until the end, and begins no run all the same.
    onThreadInPlace { box.drop() }
    #expect(reference == nil)
    model.count = 1
    #expect(runs == 1)
  }

  @Test("A token released on another thread takes the observers along that its own has made")
  @MainActor func innerReleasedElsewhere() {
    let inner = Model()
    var runs = 0
    var owner: Owner? = Owner { _ in
      _ = observe {
        use(inner.count)
        runs += 1
      }
    }
    let box = Handover(owner)
    owner = nil
    inner.count = 1
    #expect(runs == 2)
    onThreadInPlace { box.drop() }
    inner.count = 2
    #expect(runs == 2)
  }

  @Test("A run whose token goes on another thread ends with all that it makes")
  @MainActor func releasedInRun() {
    let dropping = SharedObserved<(@Sendable () -> Void)?>(nil)
    var runs = 0
    var owner: Owner? = Owner { _ in
      guard let drop = untracked({ dropping.value }) else { return }
      onThreadInPlace(drop)
      let inner = observe { runs += 1 }
      use(inner)
    }
    let box = Handover(owner)
    let model = owner?.model
    dropping.value = { box.drop() }
    owner = nil
    model?.count = 1
    model?.count = 2
    #expect(runs == 1)
  }

  @Test("Nested observers run for what they read themselves")
  @MainActor func nesting() {
    let parent = Model()
    let child = Model()
    var log: [String] = []
    var inner: ObservationToken?
    let outer = observe {
      log.append("parent \(parent.count)")
      inner = observe { log.append("child \(child.count)") }
    }
    child.count = 1
    parent.count = 1
    #expect(log == ["parent 0", "child 0", "child 1", "parent 1", "child 1"])
    use(inner)
    outer.cancel()
  }

  @Test("A handle observes one property, and does not retain its model")
  @MainActor func handle() {
    var model: Model? = Model()
    weak let reference = model
    var seen: [Int] = []
    let token = model!.$count.observe { seen.append($0) }
    model?.count = 1
    model = nil
    #expect(seen == [0, 1])
    #expect(reference == nil)
    token.cancel()
  }
}

/// Hands one reference to another isolation, which drops it.
final class Handover<Value: Sendable>: Sendable {
  private let value: SharedObserved<Value?>

  init(_ value: Value?) {
    self.value = SharedObserved(value)
  }

  func drop() {
    value.value = nil
  }
}
