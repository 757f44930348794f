import ModelObservation
import Testing

/// Models that are made in a run, and held by what a model derives that goes in the same run.
@Suite("Temporary models: a derived value that holds models") struct TemporaryValueTests {
  final class Item: ObservableModel {
    @Observed var name = "a"
    @Observed var other = 0
  }

  final class Row: ObservableModel {
    let item: Item
    init(_ item: Item) { self.item = item }
    private var makeTitle: String { item.name.uppercased() }
    @Derived(\Row.makeTitle) var title: String
  }

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

  @Test("A sequence over it gives each value once")
  func sequence() async {
    let item = Item()
    var iterator = changes { Shelf.titles(of: item) }.makeAsyncIterator()
    #expect(await iterator.next() == "AA")
    item.name = "b"
    #expect(await iterator.next() == "BB")
  }
}
