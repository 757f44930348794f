import ModelObservation
import Testing

/// Models that are made in a run, and held by what a model derives that goes in the same run.
@Suite("Temporary models: a derived value that holds models") struct TemporaryValueTests {
  typealias Item = TemporaryModelTests.Item
  typealias Row = TemporaryModelTests.Row

  final class Shelf: ObservableModel {
    let item: Item
    init(_ item: Item) { self.item = item }
    private var makeRows: [Row] { [Row(item), Row(item)] }
    @Derived(\Shelf.makeRows) var rows: [Row]
    static func titles(of item: Item) -> String { Shelf(item).rows.map(\.title).joined() }
  }

  /// Remembers what such models give.
  final class Memory: ObservableModel {
    let item: Item
    init(_ item: Item) { self.item = item }
    private var makeTitles: String { Shelf.titles(of: item) }
    @Derived(\Memory.makeTitles) var titles: String
  }

  @Test("Its models are followed when all have gone", arguments: [false, true])
  func followed(isRemembered: Bool) {
    let item = Item()
    let memory = Memory(item)
    var seen: [String] = []
    let token = observe { seen.append(isRemembered ? memory.titles : Shelf.titles(of: item)) }
    item.name = "b"
    #expect(memory.titles == "BB")
    item.name = "c"
    item.other = 1
    #expect(seen == ["AA", "BB", "CC"])
    #expect(memory.titles == "CC")
    token.cancel()
    item.name = "d"
    #expect(memory.titles == "DD")
  }

  /// Does something when it goes.
  final class Farewell {
    private let say: () -> Void
    init(_ say: @escaping () -> Void) { self.say = say }
    deinit { say() }
  }

  /// A model whose derived value does something when it goes.
  final class Parting: ObservableModel {
    let item: Item
    let say: () -> Void
    init(_ item: Item, _ say: @escaping () -> Void) { (self.item, self.say) = (item, say) }
    private var makeFarewell: Farewell {
      _ = item.name
      return Farewell(say)
    }
    @Derived(\Parting.makeFarewell) var farewell: Farewell
  }

  final class Listener: ObservableModel {
    let item = Item()
    var heard: [String] = []
    var isFirst = true
    private var makeName: String {
      let say = { [unowned self] in
        if !isFirst { return }
        isFirst = false
        heard.append(name)
      }
      _ = Parting(item, say).farewell
      return item.name
    }
    @Derived(\Listener.makeName) var name: String
  }

  @Test("What goes with it may read what is being derived")
  func readAtEnd() {
    let listener = Listener()
    #expect(listener.name == "a")
    #expect(listener.heard == ["a"])
    listener.item.name = "b"
    #expect(listener.name == "b")
  }

  @Test("What goes with it may write, or cancel the observer", arguments: [false, true])
  func writtenAtEnd(cancels: Bool) {
    let item = Item()
    var token: ObservationToken?
    var isWatching = false
    var names: [String] = []
    let say = { [item] in
      guard isWatching else { return }
      isWatching = false
      if cancels { token?.cancel() } else { item.other += 1 }
    }
    batchUpdates {
      token = observeReads {
        _ = item.other
        _ = Parting(item, say).farewell
        // What was read of the model is out of date with this, and goes at the end.
        item.name += "!"
      } onChange: {
        names += $0
      }
      isWatching = true
    }
    #expect(!isWatching)
    #expect(cancels ? names.isEmpty : names.contains { $0.hasSuffix("other") })
    token?.cancel()
  }

  @Test("What goes with a model that ends in a check changes in place as always")
  func changedInCheck() {
    let (x, y) = (Signal(1), Signal(2))
    var input: Signal<Int>? = Signal(0)
    var inner: Computed<Farewell?>?
    inner = Computed { [weak input] in
      if let input {
        use(input.value)
        return nil
      }
      inner = nil
      return Farewell { swap(&x.value, &y.value) }
    }
    let outer = Computed { inner?.value == nil }
    var seen: [[Int]] = []
    let tokens = [observe { use(outer.value) }, observe { seen.append([x.value, y.value]) }]
    // Whoever reads next finds out.
    input = nil
    use(outer.value)
    #expect(seen == [[1, 2], [2, 1]])
    for token in tokens { token.cancel() }
  }

  @Test("A model that ends after the run that has made it takes along what it has derived")
  func endsLater() {
    let count = Lifetime.Count()
    var model: Computed<Lifetime>?
    let memo = Computed { () -> Bool in
      let made = Computed { count.make() }
      model = made
      return made.value === made.value
    }
    for endsInOtherRun in [false, true] {
      let token = observe { use(memo.value) }
      #expect(model != nil && count.living == 1)
      if endsInOtherRun { observe { model = nil }.cancel() } else { model = nil }
      #expect(count.living == 0)
      token.cancel()
    }
  }

  @Test("A sequence over it gives each value once")
  func sequence() async {
    let item = Item()
    var iterator = changes { Shelf.titles(of: item) }.makeAsyncIterator()
    #expect(await iterator.next() == "AA")
    item.name = "b"
    #expect(await iterator.next() == "BB")
  }
}
