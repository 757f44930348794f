import ModelObservation
import Testing

@Suite("@Derived") struct DerivedTests {
  @MainActor final class Cart: ObservableModel {
    @Observed var prices: [Int] = [1, 2]
    @Observed var rate = 10
    var evaluations = 0
    private var sum: Int {
      evaluations += 1
      return prices.reduce(0, +)
    }
    private var withTax: Int { total * (100 + rate) / 100 }
    @Derived(\Cart.sum) var total: Int
    @Derived(\Cart.withTax) var gross: Int
  }

  open class Base: ObservableModel {
    @Observed var count = 1
    /// Creates a model.
    public init() {}
    var double: Int { count * 2 }
    @Derived(\Base.double) var derived: Int
  }

  final class Sub: Base {
    @Observed var factor = 10
    private var scaled: Int { derived * factor }
    @Derived(\Sub.scaled) var more: Int
    override var double: Int { count * 3 }
  }

  final class Generic<Value: Hashable>: ObservableModel {
    @Observed var values: [Value]
    init(_ values: [Value]) { self.values = values }
    private var set: Set<Value> { Set(values) }
    @Derived(\Generic.set) var distinct: Set<Value>
  }

  @Test("A derived property of a main actor's model")
  @MainActor func mainActor() {
    let cart = Cart()
    var seen: [Int] = []
    let token = observe { seen.append(cart.gross) }
    cart.prices.append(7)
    cart.rate = 20
    #expect(seen == [3, 11, 12])
    #expect(cart.evaluations == 2)
    token.cancel()
  }

  @Test("Nobody hears of a derived property that an observer has brought back to its value")
  func broughtBack() {
    let model = Base()
    let clamp = observe { if model.derived > 12 { model.count = 6 } }
    var seen: [Int] = []
    let token = observe { seen.append(model.derived) }
    for count in [6, 8, 9] { model.count = count }
    #expect(seen == [2, 12])
    #expect(model.count == 6)
    clamp.cancel()
    token.cancel()
  }

  @Test("Nor of one that is back when a batch ends, in the middle of which an observer has begun")
  func readInTheMiddle() {
    let model = Base()
    var seen: [Int] = []
    let token = observe { seen.append(model.derived) }
    batchUpdates {
      model.count = 5
      let other = observe { _ = model.derived }
      other.cancel()
      model.count = 1
    }
    #expect(seen == [2])
    var fired = false
    withTracking {
      _ = model.derived
    } onChange: {
      fired = true
    }
    batchUpdates {
      model.count = 5
      observe { _ = model.derived }.cancel()
      model.count = 1
    }
    #expect(!fired)
    token.cancel()
  }

  @Test("A subclass has derived properties of its own, and overrides what others derive from")
  func subclass() {
    let sub = Sub()
    #expect(sub.derived == 3)
    #expect(sub.more == 30)
    sub.count = 2
    sub.factor = 100
    #expect(sub.more == 600)
  }

  final class Inheriting: Base {
    @Derived(\Base.double) var own: Int
    override var double: Int { count * 5 }
  }

  @Test("A subclass derives from what its parent declares, by the parent's name")
  func inherited() {
    let model = Inheriting()
    var seen: [Int] = []
    let token = observe { seen.append(model.own) }
    model.count = 2
    #expect(seen == [5, 10])
    #expect(model.derived == 10)
    token.cancel()
  }

  class Ancestor: ObservableModel {
    @Observed var count = 1
    @Derived(\Descendant.triple) var derived: Int
  }

  final class Descendant: Ancestor {
    var triple: Int { count * 3 }
  }

  @Test("A property that is derived from a descendant's is one of descendants alone")
  func descendant() async {
    #expect(Descendant().derived == 3)
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Ancestor().derived
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Ancestor has a property that is @Derived from one of Descendant"))
  }

  @Test("A generic model derives")
  func generic() {
    let model = Generic(["a", "b", "a"])
    #expect(model.distinct == ["a", "b"])
    model.values.append("c")
    #expect(model.distinct.count == 3)
  }

  @Test("Nested models and plain computed properties are inputs")
  func nested() {
    let inner = Base()
    let holder = Signal(inner)
    let memo = Computed { holder.value.double + 1 }
    var seen: [Int] = []
    let token = observe { seen.append(memo.value) }
    inner.count = 5
    let other = Base()
    holder.value = other
    inner.count = 6
    #expect(seen == [3, 11, 3])
    token.cancel()
  }

  @Test("While unobserved it subscribes to nothing: a write marks none of a thousand")
  func unsubscribes() {
    let source = Signal(0)
    let memos = (0..<1_000).map { _ in Computed { source.value } }
    var tokens = memos.map { memo in observe { use(memo.value) } }
    for token in tokens { token.cancel() }
    tokens = []
    source.value = 1
    for memo in memos { #expect(memo.evaluations == 1) }
    #expect(memos[0].value == 1)
  }

  @Test("A derived property does not keep its model, or what it reads, alive")
  func lifetime() {
    let count = Lifetime.Count()
    let source = Signal(Lifetime(count))
    weak var reference: Computed<Bool>?
    do {
      let memo = Computed { source.value === nil as Lifetime? }
      reference = memo
      let token = observe { use(memo.value) }
      token.cancel()
    }
    #expect(reference == nil)
    #expect(count.living == 1)
  }

  @Test("A model that goes while its derived property is observed leaves the rest in order")
  func goesWhileObserved() {
    let source = Signal(1)
    var seen: [Int] = []
    var memo: Computed<Int>? = Computed { source.value }
    let token = observe { [weak memo] in seen.append(memo?.value ?? -1) }
    memo = nil
    source.value = 2
    #expect(seen == [1])
    token.cancel()
  }

  private final class Farewell {
    private let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
    deinit { action() }
  }

  @Test("What goes with the old value may read the property", arguments: [false, true])
  func readByOldValue(isObserved: Bool) async {
    await #expect(processExitsWith: .success) { [isObserved] in
      let input = Signal(0)
      var read: (() -> Void)?
      var reads = 0
      let memo = Computed {
        use(input.value)
        return Farewell { read?() }
      }
      read = { [unowned memo] in
        use(memo.value)
        reads += 1
      }
      let token = isObserved ? observe { use(memo.value) } : nil
      use(memo.value)
      input.value = 1
      use(memo.value)
      #expect(reads == 1)
      read = nil
      withExtendedLifetime(token) {}
    }
  }

  @Test("What goes when the property has run may read it, and change what it has read")
  func readByLostInput() {
    let flag = Signal(0)
    var read: (() -> Void)?
    var maker: Computed<Farewell>? = Computed { Farewell { read?() } }
    let memo = Computed { [weak maker] in
      if flag.value == 0 { use(maker?.value) }
      return flag.value * 10
    }
    #expect(memo.value == 0)
    var seen: [Int] = []
    read = { [unowned memo] in
      flag.value = 2
      seen.append(memo.value)
    }
    // From here on the edge alone keeps what the derived property has read.
    maker = nil
    flag.value = 1
    use(memo.value)
    #expect(seen == [20])
    #expect(memo.value == 20)
    read = nil
  }

  @Test("One over another over a cell follows it where the other has just been observed as well")
  func observedAnew() {
    let cell = SharedObserved(0)
    let inner = Computed { cell.value }
    let outer = Computed { inner.value + 1 }
    let earlier = observe { use(inner.value) }
    var seen: [Int] = []
    let token = batchUpdates {
      use(outer.value)
      earlier.cancel()
      return observe { seen.append(outer.value) }
    }
    cell.value = 5
    #expect(seen == [1, 6])
    token.cancel()
  }

  @Test("So do two of them that are observed together", arguments: [false, true])
  func observedAnewTogether(isSecond: Bool) {
    let cell = SharedObserved(0)
    let inner = Computed { cell.value }
    let pair = [Computed { inner.value + 1 }, Computed { inner.value + 2 }]
    let top = Computed { pair.map(\.value) }
    let earlier = observe { use(inner.value) }
    var seen: [Int] = []
    let tokens = batchUpdates {
      use(top.value)
      earlier.cancel()
      return [
        observe { use(top.value) }, observe { seen.append(pair[isSecond ? 1 : 0].value) },
      ]
    }
    cell.value = 5
    #expect(seen == (isSecond ? [2, 7] : [1, 6]))
    #expect(top.value == [6, 7])
    for token in tokens { token.cancel() }
  }
}
