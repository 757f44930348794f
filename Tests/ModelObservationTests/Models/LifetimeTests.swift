import ModelObservation
import Testing

/// Observers and models that end each other at awkward moments.
@Suite("Lifetimes") struct LifetimeTests {
  @Test("An inner observer ends its owner during its own first run")
  func innerEndsOwner() {
    let a = Signal(0)
    var outer: ObservationToken?
    var inner: [ObservationToken] = []
    var runs = 0
    outer = observe {
      let x = a.value
      inner.append(
        observe {
          runs += 1
          if x == 1 { outer?.cancel() }
          use(a.value)
        })
    }
    a.value = 1
    #expect(outer?.isCancelled == true)
    #expect(inner.map(\.isCancelled) == [true, true])
    #expect(runs == 2)
    a.value = 2
    #expect(runs == 2)
  }

  @Test("An inner observer releases the token of its owner during its own first run")
  func innerReleasesOwner() {
    let a = Signal(0)
    var outer: ObservationToken?
    var runs = 0
    outer = observe {
      let x = a.value
      _ = observe {
        runs += 1
        if x == 1 { outer = nil }
        use(a.value)
      }
    }
    a.value = 1
    a.value = 2
    #expect(outer == nil)
    #expect(runs == 2)
  }

  @Test("An observer that ends itself and then makes another does not own that")
  func endsItselfThenMakes() {
    let ready = Signal(false)
    let a = Signal(0)
    var token: ObservationToken?
    var detail: ObservationToken?
    var seen: [Int] = []
    token = observe {
      if ready.value {
        token?.cancel()
        detail = observe { seen.append(a.value) }
      }
    }
    ready.value = true
    a.value = 1
    token = nil
    a.value = 2
    #expect(seen == [0, 1, 2])
    detail?.cancel()
    a.value = 3
    #expect(seen == [0, 1, 2])
  }

  @Test("Cleanups that a run leaves after it has ended itself run at its end")
  func cleanupAfterEnd() {
    let a = Signal(0)
    var log: [String] = []
    let token = observe { token in
      if a.value == 1 { token.cancel() }
      onCleanup { log.append("clean") }
      log.append("run")
    }
    a.value = 1
    #expect(log == ["run", "clean", "run", "clean"])
    #expect(token.isCancelled)
  }

  @Test("They do so where the observer around it ends in that run as well")
  func cleanupAfterBothEnd() {
    let a = Signal(0)
    var log: [String] = []
    var outer: ObservationToken?
    outer = observe {
      _ = observe { token in
        guard a.value == 1 else { return }
        token.cancel()
        onCleanup { log.append("clean") }
        outer?.cancel()
        log.append("run")
      }
    }
    a.value = 1
    #expect(log == ["run", "clean"])
  }

  @Test("What a run has made ends before its next run, the newest first", arguments: [false, true])
  func order(isCancelled: Bool) {
    let a = Signal(0)
    var log: [String] = []
    let outer = observe {
      onCleanup { log.append("outer") }
      for name in ["first", "second"] where a.value == 0 {
        _ = observe { onCleanup { log.append(name) } }
      }
    }
    if isCancelled { outer.cancel() } else { a.value = 1 }
    #expect(log == ["second", "first", "outer"])
    outer.cancel()
  }

  @Test("A cleanup is that of the observer that runs, also where nothing is recorded")
  func untrackedCleanup() {
    struct Failure: Error {}
    let a = Signal(0)
    var log: [String] = []
    let tokens = [
      a.$value.observe { value in onCleanup { log.append("handle \(value)") } },
      observe {
        let value = a.value
        untracked { onCleanup { log.append("untracked \(value)") } }
      },
      observe {
        use(a.value)
        throw Failure()
      } onError: { _ in
        onCleanup { log.append("error") }
      },
    ]
    a.value = 1
    #expect(log == ["handle 0", "untracked 0", "error"])
    for token in tokens { token.cancel() }
    #expect(log == ["handle 0", "untracked 0", "error", "handle 1", "untracked 1", "error"])
  }

  @Test("An observer has its token in its first run, and may end itself there")
  func tokenInFirstRun() {
    let a = Signal(5)
    var seen: [Int] = []
    let token = observe { token in
      seen.append(a.value)
      if a.value > 3 { token.cancel() }
    }
    a.value = 1
    #expect(seen == [5])
    #expect(token.isCancelled)
  }

  @Test("An observer does not keep the token that it is given")
  func tokenIsNotKept() {
    let a = Signal(0)
    var runs = 0
    var token: ObservationToken? = observe { _ in
      use(a.value)
      runs += 1
    }
    weak let reference = token
    token = nil
    a.value = 1
    #expect(reference == nil)
    #expect(runs == 1)
  }

  @Test("What a closure held may end its own observer when it is destroyed")
  func destroyedClosureEndsObserver() {
    final class Ender {
      var token: ObservationToken?
      deinit { token?.cancel() }
    }
    let a = Signal(0)
    var ender: Ender? = Ender()
    let token = observe { [ender] in
      use(ender)
      use(a.value)
    }
    ender?.token = token
    ender = nil
    token.cancel()
    a.value = 1
    #expect(token.isCancelled)
  }

  @Test("A memo whose last reader goes in the middle of a check may take its model along")
  func memoGoesDuringCheck() {
    let a = Signal(0)
    var model: Computed<Int>? = Computed { a.value }
    let dropping = Computed { () -> Int in
      if a.value == 1 { model = nil }
      return a.value
    }
    var seen: [Int] = []
    let token = observe { [weak model] in
      seen.append(dropping.value)
      use(model?.value)
    }
    a.value = 1
    a.value = 2
    #expect(seen == [0, 1, 2])
    token.cancel()
  }

  @Test("Sources that go while many observe them leave the others in order")
  func sourcesGo() {
    var models = (0..<50).map { Signal($0) }
    let other = Signal(0)
    var order: [Int] = []
    let tokens = (0..<20).map { index in
      observe { [models] in
        use(models[index].value)
        use(other.value)
        order.append(index)
      }
    }
    models = []
    order = []
    for index in stride(from: 0, to: 20, by: 2) { tokens[index].cancel() }
    other.value = 1
    #expect(order == Array(stride(from: 1, to: 20, by: 2)))
    for token in tokens { token.cancel() }
  }

  @Test("A token that is released ends its observer: cleanups run, and what it captured is freed")
  func releasedToken() {
    let a = Signal(0)
    let lifetimes = Lifetime.Count()
    var log: [String] = []
    var token: ObservationToken? = observe { [captured = lifetimes.make()] in
      use(captured)
      onCleanup { log.append("clean \(a.value)") }
      use(a.value)
    }
    token = nil
    #expect(token == nil)
    #expect(log == ["clean 0"])
    #expect(lifetimes.living == 0)
  }

  @Test("An observer that ends itself observes nothing that it reads afterwards")
  func readsAfterEnd() {
    let a = Signal(0)
    let memo = Computed { a.value }
    let token = observe { token in
      token.cancel()
      use(memo.value)
    }
    a.value = 1
    #expect(memo.evaluations == 1)
    #expect(token.isCancelled)
  }

  @Test("A value from before a batch is freed at its end")
  func valuesBefore() {
    let lifetimes = Lifetime.Count()
    let model = Signal<Lifetime?>(lifetimes.make())
    let memo = Computed { model.value }
    let token = observe { use(memo.value) }
    batchUpdates {
      model.value = nil
      use(memo.value)
    }
    #expect(lifetimes.living == 0)
    token.cancel()
  }

  @Test("A value from before a write in a run is freed when that has been told")
  func valuesBeforeInnerWrite() {
    let lifetimes = Lifetime.Count()
    let trigger = Signal(0)
    let held = Signal<Lifetime?>(lifetimes.make())
    let tokens = [
      observe { use(held.value) },
      observe { if trigger.value == 1 { held.value = nil } },
    ]
    trigger.value = 1
    #expect(lifetimes.living == 0)
    for token in tokens { token.cancel() }
  }

  @Test("A run lets go of the tokens that the one before has made")
  func innerTokens() {
    let a = Signal(0)
    weak var inner: ObservationToken?
    var seen: [Bool] = []
    let outer = observe {
      use(a.value)
      seen.append(inner == nil)
      if a.value == 0 { inner = observe {} }
    }
    a.value = 1
    #expect(seen == [true, true])
    outer.cancel()
  }

  @Test("A model that ends in a run which has not read it again leaves what that has read observed")
  func endsBeforeSecondRead() {
    var model: Signal<Int>? = Signal(0)
    let (other, new) = (Signal(0), Signal(0))
    var seen: [Int] = []
    var isFirst = true
    let token = observe {
      if isFirst {
        use(model?.value)
      } else {
        seen.append(new.value)
        model = nil
      }
      isFirst = false
      use(other.value)
    }
    other.value = 1
    new.value = 5
    #expect(seen == [0, 5])
    token.cancel()
  }

  @Test(
    "A model may end in the run that has read it: what that reads besides is observed",
    arguments: 1...2)
  func endsAfterRead(last: Int) {
    var model: Signal<Int>? = Signal(0)
    let other = Signal(0)
    var runs = 0
    let token = observe {
      runs += 1
      use(model?.value)
      if runs == last { model = nil }
      use(other.value)
    }
    other.value = 1
    other.value = 2
    #expect(runs == 3)
    token.cancel()
  }

  final class Kept: Sendable {}

  /// Waits for a change of a cell, and says when it ends.
  actor Screen {
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    deinit { end.finish() }

    func wait(for cell: SharedObserved<Int>, _ kept: Kept) {
      withTracking {
        use(cell.value)
      } onChange: {
        use(kept)
      }
    }
  }

  @Test("What an actor waits with goes with the cell, also where the actor has gone before")
  func cellOutlivesActor() async {
    weak var left: Kept?
    var cell: SharedObserved<Int>? = SharedObserved(0)
    let (ends, end) = AsyncStream<Void>.makeStream()
    do {
      let kept = Kept()
      left = kept
      if let cell { await Screen(end).wait(for: cell, kept) }
    }
    for await _ in ends {}
    #expect(left != nil)
    // Finds nobody, and has nothing wait for one.
    cell?.value = 1
    cell = nil
    #expect(left == nil)
  }
}
