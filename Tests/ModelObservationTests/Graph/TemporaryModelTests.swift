import ModelObservation
import Observation
import Testing

/// A model that ends in the run that has made it: what the run has read of it depends on what the model read.
@Suite("Temporary models") struct TemporaryModelTests {
  final class Item: ObservableModel {
    @Observed var name = "a"
    @Observed var other = 0
  }

  /// A model that is made wherever it is needed.
  ///
  /// Its properties end in the order of their declaration.
  final class Row: ObservableModel {
    let item: Item
    init(_ item: Item) { self.item = item }
    @Observed var mark = "-"
    private var makeTitle: String { item.name.uppercased() }
    @Derived(\Row.makeTitle) var title: String
    private var makeLine: String { mark + title }
    @Derived(\Row.makeLine) var line: String
    private var makeHead: String { Row(item).line }
    @Derived(\Row.makeHead) var head: String
    private var makeLast: String { below + "." }
    @Derived(\Row.makeLast) var last: String
    private var makeBelow: String { item.name }
    @Derived(\Row.makeBelow) var below: String
    var plain: String { mark + item.name }
  }

  /// What is read of rows that are made for it.
  enum Reading: CaseIterable {
    case title, line, titleFirst, lineFirst, head, last, plain, several, tracked

    func callAsFunction(_ item: Item) -> String {
      let row = Row(item)
      return switch self {
      case .title: row.title
      case .line: row.line
      case .titleFirst: row.title + row.line + row.title
      case .lineFirst: row.line + row.title
      case .head: row.head
      case .last: row.last
      case .plain: row.plain
      case .several: [row, Row(item)].map(\.line).joined()
      case .tracked:
        withTracking {
          Row(item).line
        } onChange: {
        }
      }
    }
  }

  @Test(
    "An observer is told of what the model has read, once for each change",
    arguments: Reading.allCases)
  func observer(_ read: Reading) {
    let item = Item()
    var runs = 0
    var seen = ""
    let token = observe {
      seen = read(item)
      runs += 1
    }
    for (count, name) in ["b", "c", "d"].enumerated() {
      item.name = name
      #expect(seen.lowercased().contains(name))
      #expect(runs == count + 2)
      item.other += 1
    }
    #expect(runs == 4)
    token.cancel()
  }

  @Test("What is derived from it is evaluated once for each change", arguments: Reading.allCases)
  func derived(_ read: Reading) {
    let item = Item()
    let memo = Computed { read(item) }
    for isObserved in [false, true] {
      let token = isObserved ? observe { use(memo.value) } : nil
      use(memo.value)
      for name in ["b", "c"] {
        let evaluations = memo.evaluations
        item.name = name
        #expect(memo.value.lowercased().contains(name))
        #expect(memo.value.lowercased().contains(name))
        item.other += 1
        use(memo.value)
        #expect(memo.evaluations == evaluations + 1)
      }
      token?.cancel()
    }
  }

  @Test(
    "A one-shot fires for a change of what the model has read, and else not",
    arguments: Reading.allCases)
  func oneShot(_ read: Reading) {
    let item = Item()
    let memo = Computed { read(item) }
    for read in [{ read(item) }, { memo.value }] {
      var fired = 0
      withTracking {
        use(read())
      } onChange: {
        fired += 1
      }
      item.other += 1
      #expect(fired == 0)
      item.name += "b"
      #expect(fired == 1)
    }
  }

  @Test("On the main actor a one-shot does not fire later either", arguments: Reading.allCases)
  @MainActor func isolatedOneShot(_ read: Reading) async {
    let item = Item()
    let memo = Computed { read(item) }
    var fired = 0
    withTracking {
      use(memo.value)
      use(read(item))
    } onChange: {
      fired += 1
    }
    // What is left for when the main actor is free has been queued before.
    await Task { @MainActor in }.value
    #expect(fired == 0)
    item.name = "b"
    #expect(fired == 1)
  }

  @Test("It does not fire for an evaluation that gives an equal value", arguments: Reading.allCases)
  @MainActor func equalOneShot(_ read: Reading) async {
    let item = Item()
    let memo = Computed { read(item).count }
    var fired = 0
    withTracking {
      use(memo.value)
    } onChange: {
      fired += 1
    }
    item.name = "b"
    await Task { @MainActor in }.value
    #expect(fired == 0)
    item.name = "bc"
    #expect(fired == 1)
  }

  @Test("A sequence evaluates once for each change", arguments: Reading.allCases)
  @MainActor func sequence(_ read: Reading) async {
    let item = Item()
    var evaluations = 0
    var values = changes(of: {
      evaluations += 1
      return evaluations > 100 ? "endless" : read(item)
    }).makeAsyncIterator()
    use(await values.next(isolation: MainActor.shared))
    for name in ["b", "c"] {
      // Runs once the sequence waits, which keeps this actor till then.
      Task { item.name = name }
      let value = await values.next(isolation: MainActor.shared) ?? ""
      #expect(value.lowercased().contains(name))
    }
    #expect(evaluations == 3)
  }

  @Test("In a chain of derived properties that each make one, each is evaluated once")
  func chain() {
    final class Link: ObservableModel {
      let below: Link?
      let item: Item
      let evaluated: () -> Void
      init(_ below: Link?, _ item: Item, _ evaluated: @escaping () -> Void) {
        self.below = below
        self.item = item
        self.evaluated = evaluated
      }
      private var make: Int {
        evaluated()
        return (below?.value ?? 0) + Row(item).line.count + Row(item).plain.count
      }
      @Derived(\Link.make) var value: Int
    }
    let item = Item()
    var evaluations = 0
    var link = Link(nil, item) { evaluations += 1 }
    for _ in 1..<20 { link = Link(link, item) { evaluations += 1 } }
    use(link.value)
    #expect(evaluations == 20)
    let token = observe { use(link.value) }
    use(link.value)
    #expect(evaluations == 20)
    item.name = "b"
    use(link.value)
    #expect(evaluations == 40)
    token.cancel()
    item.other += 1
    use(link.value)
    #expect(evaluations == 40)
  }

  @Test("A model that takes the place of the one that the last run has made")
  @MainActor func replaced() async {
    let item = Item()
    var row: Row?
    let memo = Computed {
      row = Row(item)
      return row?.line ?? ""
    }
    var runs = 0
    let token = observe {
      use(memo.value)
      runs += 1
    }
    item.name = "b"
    item.name = "c"
    #expect(memo.value == "-C")
    #expect((memo.evaluations, runs) == (3, 3))
    token.cancel()
    var evaluations = 0
    var values = changes(of: {
      evaluations += 1
      row = Row(item)
      return evaluations > 100 ? "endless" : row?.line ?? ""
    }).makeAsyncIterator()
    use(await values.next(isolation: MainActor.shared))
    Task { item.name = "d" }
    #expect(await values.next(isolation: MainActor.shared) == "-D")
    #expect(evaluations == 2)
  }

  @Test("A model that goes in an inner run, or where nothing is recorded")
  func innerEnd() {
    let item = Item()
    var seen: [String] = []
    let tokens = [
      observe {
        var row: Row? = Row(item)
        withTracking {
          seen.append(row?.line ?? "")
          row = nil
        } onChange: {
        }
      },
      observe {
        var row: Row? = Row(item)
        seen.append(row?.line ?? "")
        untracked { row = nil }
      },
    ]
    item.name = "b"
    #expect(seen == ["-A", "-A", "-B", "-B"])
    for token in tokens { token.cancel() }
  }

  /// Knows a row for as long as that is there.
  private final class Selection: ObservableModel {
    weak var row: Row?
    private var makeTitle: String { row?.line ?? "none" }
    @Derived(\Selection.makeTitle) var title: String
  }

  @Test("What others have derived from the model is stale", arguments: [false, true])
  func othersAreStale(isObserved: Bool) {
    let item = Item()
    let selection = Selection()
    let memo = Computed { () -> String in
      let row = Row(item)
      selection.row = row
      return withExtendedLifetime(row) { row.line + selection.title }
    }
    var told: [String] = []
    let token = isObserved ? observe { told.append(memo.value) } : nil
    if !isObserved { #expect(memo.value == "-A-A") }
    #expect(selection.title == "none")
    #expect(memo.value == "-Anone")
    #expect(memo.evaluations == 2)
    item.name = "b"
    #expect(memo.value == "-Bnone")
    #expect(memo.evaluations == 3)
    #expect(told == (isObserved ? ["-A-A", "-Anone", "-Bnone"] : []))
    token?.cancel()
  }

  @Test("A model that was there before the run, and ends in it, leaves what it was read by stale")
  func olderModel() {
    let trigger = Signal(0)
    var model: Signal<Int>? = Signal(1)
    let older = observe { [weak model] in use(model?.value) }
    let dropping = Computed { () -> Int in
      if trigger.value == 1 { model = nil }
      return trigger.value
    }
    let memo = Computed { [weak model] in [model?.value ?? -1, dropping.value] }
    // In release the model may go as soon as nothing else reads it.
    withExtendedLifetime(model) { #expect(memo.value == [1, 0]) }
    trigger.value = 1
    #expect(memo.value == [-1, 1])
    older.cancel()
  }

  @Test("Where the run writes what the model has read, it runs again")
  func ownWrite() {
    let item = Item()
    var seen: [String] = []
    let token = observe {
      let row = Row(item)
      seen.append(row.title)
      if item.name == "a" { item.name = "b" }
      seen.append(item.name)
    }
    #expect(seen == ["A", "b", "B", "b"])
    item.name = "c"
    #expect(seen.suffix(2) == ["C", "c"])
    token.cancel()
  }

  /// Reads a cell.
  private final class CellRow: ObservableModel {
    let cell: SharedObserved<Int>
    init(_ cell: SharedObserved<Int>) { self.cell = cell }
    private var makeTitle: Int { cell.value }
    @Derived(\CellRow.makeTitle) var title: Int
  }

  @Test("A cell that the model has read is told of, and not kept by a one-shot")
  func cells() {
    final class Kept: Sendable {}
    weak var kept: Kept?
    do {
      let object = Kept()
      kept = object
      let cell = SharedObserved(1)
      var seen: [Int] = []
      let token = observe { seen.append(CellRow(cell).title) }
      cell.value = 2
      #expect(seen == [1, 2])
      token.cancel()
      withTracking {
        use(CellRow(cell).title)
      } onChange: {
        use(object)
      }
    }
    #expect(kept == nil)
  }

  @Test("A long chain goes without recursion", arguments: [false, true])
  func scale(isRead: Bool) {
    let count = 50_000
    let memo = Computed {
      let chain = untracked { ScaleTests.Chain(count) }
      let last = chain.memos[count - 1]
      return isRead ? last.value : untracked { last.value }
    }
    #expect(memo.value == count)
    #expect(memo.value == count)
    #expect(memo.evaluations == 1)
  }

  @Test("What the model's properties hold is freed when the run ends")
  func freed() {
    final class Holder: ObservableModel {
      @Derived<Holder, Lifetime> var value: Lifetime
      init(_ input: Signal<Int>, _ count: Lifetime.Count) {
        _value = Derived { _ in
          use(input.value)
          return count.make()
        }
      }
    }
    let lifetimes = Lifetime.Count()
    let input = Signal(1)
    let memo = Computed { ObjectIdentifier(Holder(input, lifetimes).value) }
    use(memo.value)
    #expect(lifetimes.living == 0)
    let token = observe { use(Holder(input, lifetimes).value) }
    #expect(lifetimes.living == 0)
    input.value = 2
    #expect(lifetimes.living == 0)
    token.cancel()
  }
}
