import ModelObservation
import Testing

/// Graphs of a hundred thousand nodes, on a thread with an ordinary stack.
@Suite("Scale") struct ScaleTests {
  static let count = 100_000

  /// A chain in which each memo finds the one before it by its index, so that freeing the models
  /// is not the model's own recursion.
  final class Chain {
    let source = Signal(0)
    var memos: [Computed<Int>] = []

    init(_ count: Int) {
      memos.reserveCapacity(count)
      let first = source
      memos.append(Computed { first.value + 1 })
      for index in 1..<count {
        memos.append(Computed { [unowned self] in self.memos[index - 1].value + 1 })
        // Bottom up: a first evaluation recurses through the getters themselves.
        use(memos[index - 1].value)
      }
    }
  }

  @Test("A chain is marked, checked, followed and left without recursion")
  func deep() {
    let chain = Chain(Self.count)
    let last = chain.memos[Self.count - 1]
    var seen: [Int] = []
    let token = observe { seen.append(last.value) }
    chain.source.value = 1
    #expect(seen == [Self.count, Self.count + 1])
    token.cancel()
    chain.source.value = 5
    #expect(last.value == Self.count + 5)
    #expect(chain.memos.allSatisfy { $0.evaluations == 3 })
  }

  @Test("A chain whose first memo stays the same is checked without evaluating the rest")
  func deepUnchanged() {
    let chain = Chain(Self.count)
    let last = chain.memos[Self.count - 1]
    let token = observe { use(last.value) }
    batchUpdates {
      chain.source.value = 1
      chain.source.value = 0
    }
    #expect(chain.memos.allSatisfy { $0.evaluations == 1 })
    token.cancel()
  }

  @Test(
    "What a cell is read through in many ways is compared once after each write",
    arguments: [false, true])
  func ladder(isObserved: Bool) {
    let (cell, other) = (SharedObserved(1), Signal(0))
    var (left, right) = (Computed { cell.value }, Computed { cell.value })
    for _ in 0..<60 {
      let (one, two) = (left, right)
      (left, right) = (Computed { one.value + two.value }, Computed { one.value - two.value })
    }
    let top = left
    let token = isObserved ? observe { use(top.value) } : nil
    let value = top.value
    batchUpdates {
      #expect(top.value == value)
      other.value = 1
      #expect(top.value == value)
      cell.value = 2
      #expect(top.value == 2 * value)
      other.value = 2
      #expect(top.value == 2 * value)
    }
    token?.cancel()
  }

  @Test("So is what a cell was read through, and is no more", arguments: [false, true])
  func formerLadder(isObserved: Bool) {
    let (cell, isOn) = (SharedObserved(0), Signal(true))
    let bottom = Computed { isOn.value ? cell.value : 0 }
    var (left, right) = (Computed { bottom.value }, Computed { bottom.value })
    for _ in 0..<60 {
      let (one, two) = (left, right)
      (left, right) = (Computed { one.value + two.value }, Computed { one.value - two.value })
    }
    let top = left
    let token = isObserved ? observe { use(top.value) } : nil
    use(top.value)
    isOn.value = false
    #expect(top.value == 0)
    batchUpdates { #expect(top.value == 0) }
    #expect(top.evaluations == 1)
    token?.cancel()
  }

  @Test("What an evaluation writes has what is derived from it compared anew, and not evaluated")
  func writingAtTheBottom() {
    let (input, written) = (Signal(0), Signal(0))
    let token = observe { use(written.value) }
    var memos = [
      Computed {
        written.value = input.value
        return 0
      }
    ]
    for _ in 0..<300 {
      let below = memos[memos.count - 1]
      memos.append(Computed { below.value + 1 })
    }
    #expect(memos[300].value == 300)
    input.value = 1
    #expect(memos[300].value == 300)
    #expect(memos.map(\.evaluations) == [2] + Array(repeating: 1, count: 300))
    token.cancel()
  }

  @Test("A source with as many observers tells them all, and forgets them all")
  func wide() {
    let source = Signal(0)
    var runs = 0
    var tokens = (0..<Self.count).map { _ in
      observe {
        use(source.value)
        runs += 1
      }
    }
    // An optimised build may release a local array after its last use.
    withExtendedLifetime(tokens) { source.value = 1 }
    #expect(runs == 2 * Self.count)
    tokens.removeAll()
    source.value = 2
    #expect(runs == 2 * Self.count)
  }

  @Test("An observer of as many sources runs for each, and lets go of all")
  func broad() {
    let sources = (0..<Self.count).map { Signal($0) }
    let sum = Computed { sources.reduce(0) { $0 &+ $1.value } }
    var runs = 0
    let token = observe {
      use(sum.value)
      runs += 1
    }
    sources[Self.count - 1].value += 1
    sources[0].value += 1
    #expect(runs == 3)
    token.cancel()
  }

  @Test("What reads as many memos compares each once in a check, observed or not")
  func broadCheck() {
    let sources = (0..<Self.count / 5).map { _ in Signal(0) }
    let memos = sources.map { source in Computed { source.value / 2 } }
    let sum = Computed { memos.reduce(0) { $0 + $1.value } }
    #expect(sum.value == 0)
    for source in sources { source.value = 1 }
    #expect(sum.value == 0)
    let token = observe { use(sum.value) }
    batchUpdates { for source in sources { source.value = 0 } }
    #expect(sum.evaluations == 1)
    token.cancel()
  }

  @Test("As many one-shots that never fire are gone with their model")
  func dormantOneShots() {
    let count = Lifetime.Count()
    do {
      let source = Signal(0)
      for _ in 0..<Self.count {
        let lifetime = Lifetime(count)
        withTracking {
          use(source.value)
        } onChange: {
          use(lifetime)
        }
      }
      #expect(count.living == Self.count)
    }
    #expect(count.living == 0)
  }

  @Test("As many observers made and dropped leave no trace in what they read")
  func dormantObservers() {
    let source = Signal(0)
    let count = Lifetime.Count()
    for _ in 0..<Self.count {
      let lifetime = Lifetime(count)
      let token = observe {
        use(lifetime)
        use(source.value)
      }
      token.cancel()
    }
    #expect(count.living == 0)
  }

  @Test("As many effects made by one effect end with it")
  func manyChildren() {
    let source = Signal(0)
    var runs = 0
    let outer = observe {
      for _ in 0..<Self.count {
        _ = observe {
          use(source.value)
          runs += 1
        }
      }
    }
    source.value = 1
    #expect(runs == 2 * Self.count)
    outer.cancel()
    source.value = 2
    #expect(runs == 2 * Self.count)
  }

  /// Observes its model itself, and has a helper without isolation observe that as well.
  private actor Owner {
    private let source = Signal(0)
    private var tokens: [ObservationToken] = []

    func runs(_ count: Int) -> Int {
      let source = self.source
      tokens.append(observe { [weak self] in self?.assumeIsolated { use($0.source.value) } })
      var runs = 0
      tokens += ScaleTests.observers(of: source, count) { runs += 1 }
      source.value = 1
      tokens = []
      return runs
    }
  }

  private static func observers(
    of source: Signal<Int>, _ count: Int, _ run: @escaping () -> Void
  ) -> [ObservationToken] {
    (0..<count).map { _ in
      observe {
        use(source.value)
        run()
      }
    }
  }

  @Test("As many observers without isolation are made beside an actor's own")
  func besideActor() async {
    #expect(await Owner().runs(Self.count) == 2 * Self.count)
  }
}
