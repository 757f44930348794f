import ModelObservation
import Testing

/// A model that goes is news for whatever was derived from it.
@Suite("The end of a model") struct ModelEndTests {
  @Test("Derived properties are stale however far they are from it", arguments: 1...4)
  func stale(depth: Int) {
    var input: Signal<Int>? = Signal(1)
    var memo = Computed { [weak input] in input?.value ?? -1 }
    var all = [memo]
    for _ in 1..<depth {
      let below = memo
      memo = Computed { below.value * 10 }
      all.append(memo)
    }
    let token = observe { use(all.last?.value) }
    input = nil
    #expect(memo.value == all.indices.dropFirst().reduce(-1) { value, _ in value * 10 })
    token.cancel()
  }

  @Test("What is derived from a derived property is stale as well when that one's model ends")
  func derivedEnds() {
    let a = Signal(1)
    var below: Computed<Int>? = Computed { a.value }
    let above = Computed { [weak below] in below?.value ?? -1 }
    let token = observe { use(above.value) }
    #expect(above.value == 1)
    below = nil
    #expect(above.value == -1)
    #expect(above.value == -1)
    #expect(above.evaluations == 2)
    token.cancel()
  }

  /// A derived property, the closure of which holds something.
  private final class Holder: ObservableModel {
    @Derived<Holder, Int> var value: Int

    init(_ input: Signal<Int>, _ held: Lifetime) {
      _value = Derived { _ in
        use(held)
        return input.value
      }
    }
  }

  @Test("A derived property that is observed is freed with its model, and its inputs forget it")
  func derivedFreed() {
    let lifetimes = Lifetime.Count()
    let input = Signal(1)
    var holder: Holder? = Holder(input, lifetimes.make())
    let token = observe { [weak holder] in use(holder?.value) }
    holder = nil
    #expect(lifetimes.living == 0)
    token.cancel()
  }

  @Test("An inner observer is not told of a model that the outer one has let go")
  func endsInOuterRun() {
    let input = Signal("a")
    var seen: [String?] = []
    let token = observe {
      var memo: Computed<String>? = untracked { Computed { input.value } }
      let inner = observe { [weak memo] in seen.append(memo?.value) }
      onCleanup { inner.cancel() }
      memo = nil
    }
    #expect(seen == ["a"])
    input.value = "b"
    #expect(seen == ["a"])
    token.cancel()
  }

  @Test("In a batch, one that waits is told unless all has been evaluated since, and is equal")
  func evaluatedInBatch() {
    for value in [1, 2] {
      var model: Signal<Int>? = Signal(1)
      let memo = Computed { [weak model] in model?.value ?? value }
      var fired = 0
      withTracking {
        use(memo.value)
      } onChange: {
        fired += 1
      }
      batchUpdates {
        model = nil
        use(memo.value)
      }
      #expect(fired == value - 1)
    }
  }

  @Test("It is no change for an observer, neither then nor when that is checked for another input")
  func noChange() {
    var model: Signal<Int>? = Signal(0)
    let number = Signal(1)
    let parity = Computed { number.value % 2 }
    var runs = 0
    let token = observe { [weak model] in
      use(model?.value)
      use(parity.value)
      runs += 1
    }
    model = nil
    number.value = 3
    #expect(runs == 1)
    number.value = 4
    #expect(runs == 2)
    token.cancel()
  }

  @Test("A sequence that waits for the model's own property is woken, and may end")
  @MainActor func waitingSequence() async {
    var model: Signal<Int>? = Signal(1)
    var seen: [Int] = []
    for await value in changes(untilNil: { [weak model] in model?.value }) {
      seen.append(value)
      // Runs once the sequence waits, which keeps this actor till then.
      Task { model = nil }
    }
    #expect(seen == [1])
  }

  @Test("A sequence that waits for something derived from it is woken")
  @MainActor func waitingForDerived() async {
    var model: Signal<Int>? = Signal(1)
    let memo = Computed { [weak model] in model?.value }
    var seen: [Int] = []
    for await value in changes(untilNil: { memo.value }) {
      seen.append(value)
      Task { model = nil }
    }
    #expect(seen == [1])
  }

  @Test("Derived properties are stale on every branch from it")
  func branches() {
    var input: Signal<Int>? = Signal(1)
    let first = Computed { [weak input] in input?.value ?? -1 }
    let near = (0..<3).map { _ in Computed { first.value } }
    let far = near.map { memo in Computed { memo.value } }
    let token = observe { for memo in far { use(memo.value) } }
    input = nil
    #expect(far.map(\.value) == [-1, -1, -1])
    token.cancel()
  }

  @Test("Who observes what was derived is told once somebody finds the difference")
  func told() {
    var input: Signal<Int>? = Signal(1)
    let first = Computed { [weak input] in input?.value ?? -1 }
    let second = Computed { first.value * 10 }
    var seen: [Int] = []
    let token = observe { seen.append(second.value) }
    input = nil
    use(second.value)
    #expect(seen == [10, -10])
    token.cancel()
  }

  @Test("A one-shot on something derived fires, near and far", arguments: 1...3)
  func oneShot(depth: Int) {
    var input: Signal<Int>? = Signal(1)
    var memo = Computed { [weak input] in input?.value ?? -1 }
    var all = [memo]
    for _ in 1..<depth {
      let below = memo
      memo = Computed { below.value }
      all.append(memo)
    }
    var fired = 0
    withTracking {
      use(memo.value)
    } onChange: {
      fired += 1
    }
    input = nil
    #expect(fired == 1)
    #expect(memo.value == -1)
    #expect(fired == 1)
  }

  /// A list of models, and what is derived from all.
  private final class Cart: ObservableModel {
    @Observed var items = [Signal(1), Signal(2)]
    private var sum: Int { items.reduce(0) { $0 + $1.value } }
    @Derived(\Cart.sum) var total: Int

    /// What a one-shot finds when an element ends in the middle of a change in place.
    func totals(isolation: isolated (any Actor)? = #isolation) -> [Int] {
      var seen: [Int] = []
      withTracking {
        use(total)
      } onChange: { [unowned self] in
        seen.append(total)
      }
      items.removeAll { $0.value == 2 }
      return seen
    }
  }

  @Test("Where an element ends in the middle of a change in place, the one-shot waits for its end")
  func elementEnds() {
    #expect(Cart().totals() == [1])
  }

  @Test("On the main actor it does so too")
  @MainActor func elementEndsOnMainActor() {
    #expect(Cart().totals() == [1])
  }

  @Test("On the main actor it fires when that is free, outside the deinitialiser")
  @MainActor func isolatedOneShot() async {
    var input: Signal<Int>? = Signal(1)
    let memo = Computed { [weak input] in input?.value ?? -1 }
    let (fired, fire) = AsyncStream<Int>.makeStream()
    var hasFired = false
    withTracking {
      use(memo.value)
    } onChange: {
      hasFired = true
      fire.yield(memo.value)
    }
    input = nil
    #expect(!hasFired)
    for await value in fired {
      #expect(value == -1)
      break
    }
  }

  @Test("A sequence over something derived goes on with what is left", arguments: 1...2)
  func sequence(depth: Int) async {
    var input: Signal<Int>? = Signal(1)
    var memo = Computed { [weak input] in input?.value ?? -1 }
    if depth == 2 {
      let below = memo
      memo = Computed { below.value }
    }
    let observed = memo
    var iterator = changes(of: { observed.value }).makeAsyncIterator()
    #expect(await iterator.next(isolation: nil) == 1)
    input = nil
    #expect(await iterator.next(isolation: nil) == -1)
  }

  @Test("A one-shot that refers to the model's owner stays silent when both go")
  func ownerGoes() {
    final class Owner {
      let model = Signal(0)
      var fired = false
      func watch() {
        withTracking {
          use(model.value)
        } onChange: { [unowned self] in
          fired = true
        }
      }
    }
    var owner: Owner? = Owner()
    owner?.watch()
    weak let reference = owner
    owner = nil
    #expect(reference == nil)
  }

  @Test("A child that refers to its parent as unowned is not evaluated when the parent goes")
  func unownedParent() {
    final class Parent: ObservableModel {
      @Observed var name = "Ada"
    }
    final class Child: ObservableModel {
      unowned let parent: Parent
      @Derived(\Child.makeTitle) var title: String
      private var makeTitle: String { parent.name + "'s" }
      init(_ parent: Parent) { self.parent = parent }
    }
    var parent: Parent? = Parent()
    let child = parent.map { Child($0) }
    var seen: [String?] = []
    let token = observe { seen.append(child?.title) }
    parent = nil
    #expect(seen == ["Ada's"])
    token.cancel()
  }

  /// Knows a signal for as long as that is there, and is told of its end.
  private final class Heir: ObservableModel {
    weak var input: Signal<Int>?
    @Observed var note = 0
    private var current: Int { input?.value ?? 0 }
    @Derived(\Heir.current) var value: Int

    init(_ input: Signal<Int>?) { self.input = input }
  }

  @Test("A one-shot for an end may change what another reader of the model reads")
  func oneShotChanges() {
    var input: Signal<Int>? = Signal(1)
    let heir = Heir(input)
    var seen: [[Int?]] = []
    withTracking {
      heir.value
    } onChange: {
      heir.note += 1
    }
    let token = observe { [weak input] in seen.append([input?.value, heir.note]) }
    input = nil
    #expect(seen == [[1, 0], [nil, 1]])
    token.cancel()
  }

  @Test("A one-shot for an end may end another reader of the model")
  func oneShotEnds() {
    var input: Signal<Int>? = Signal(1)
    let heir = Heir(input)
    var seen: [Int?] = []
    var token: ObservationToken?
    withTracking {
      heir.value
    } onChange: {
      token?.cancel()
    }
    token = observe { [weak input] in seen.append(input.map { $0.value + heir.note }) }
    // In release the model may go before the token is stored.
    withExtendedLifetime(input) {}
    input = nil
    heir.note = 5
    #expect(seen == [1])
  }
}
