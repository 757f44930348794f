import ModelObservation
import Testing

/// What a check has to notice although it has begun.
@Suite("Writes during a check") struct PropagationTests {
  @Test("A memo's write to what its reader read before is not lost")
  func memoWritesEarlierInput() {
    let source = Signal(0)
    let side = Signal(0)
    let memo = Computed { () -> Int in
      side.value = source.value
      return 0
    }
    var seen: [Int] = []
    let token = observe {
      seen.append(side.value)
      use(memo.value)
    }
    source.value = 5
    #expect(seen == [0, 5])
    token.cancel()
  }

  @Test("A derived property that reads both is right, observed or not", arguments: [true, false])
  func derivedReadsBoth(isObserved: Bool) {
    let source = Signal(0)
    let side = Signal(0)
    let writer = Computed { () -> Int in
      side.value = source.value
      return 0
    }
    let both = Computed { side.value * 10 + writer.value }
    let token = isObserved ? observe { use(both.value) } : nil
    #expect(both.value == 0)
    source.value = 5
    #expect(both.value == 50)
    #expect(both.value == 50)
    source.value = 6
    #expect(both.value == 60)
    token?.cancel()
  }

  @Test("It is right through another memo as well", arguments: [true, false])
  func derivedThroughMemo(isObserved: Bool) {
    let source = Signal(0)
    let side = Signal(0)
    let sideDouble = Computed { side.value * 2 }
    let writer = Computed { () -> Int in
      side.value = source.value
      return 0
    }
    let both = Computed { sideDouble.value + writer.value }
    let token = isObserved ? observe { use(both.value) } : nil
    #expect(both.value == 0)
    source.value = 5
    #expect(both.value == 10)
    token?.cancel()
  }

  @Test("A cell that comes back in a batch notifies nobody")
  func cellComesBack() {
    let cell = SharedObserved("a")
    let upper = Computed { cell.value.uppercased() }
    var runs = 0
    let token = observe {
      use(upper.value)
      use(cell.value)
      runs += 1
    }
    batchUpdates {
      cell.value = "b"
      cell.value = "a"
    }
    #expect((runs, upper.evaluations) == (1, 1))
    cell.value = "b"
    #expect((runs, upper.evaluations) == (2, 2))
    token.cancel()
  }

  @Test("What two branches share goes on telling the one when the other is left")
  func sharedBelow() {
    let a = Signal(0)
    let below = Computed { a.value }
    let (first, second) = (Computed { below.value }, Computed { below.value })
    var seen: [Int] = []
    let leaving = observe { use(first.value) }
    let staying = observe { seen.append(second.value) }
    leaving.cancel()
    a.value = 1
    #expect(seen == [0, 1])
    staying.cancel()
  }

  @Test("What is evaluated or made in an untracked part leaves the rest of that untracked")
  func untrackedAfterEvaluation() {
    let (a, b) = (Signal(0), Signal(0))
    let memo = Computed { a.value }
    var runs = 0
    var inner: ObservationToken?
    let token = observe {
      runs += 1
      untracked {
        use(memo.value)
        inner = inner ?? observe { use(a.value) }
        use(b.value)
      }
    }
    b.value = 1
    #expect(runs == 1)
    token.cancel()
    inner?.cancel()
  }

  @Test("A property that is checked, and is read by what this evaluates, is settled for both")
  func readInTheMiddle() {
    let (low, high) = (Signal(1), Signal(10))
    var isTurned = false
    var side: Computed<Int>?
    let bottom = Computed { isTurned ? side?.value ?? 0 : low.value }
    let middle = Computed { isTurned ? high.value : bottom.value }
    let top = Computed { middle.value }
    side = Computed { middle.value }
    #expect(top.value == 1 && side?.value == 1)
    isTurned = true
    low.value = 2
    #expect(top.value == 10)
  }

  @Test("The end of an input, by what another one evaluates, is noticed in the same check")
  func endOfEarlierInput() {
    var item: Signal<Int>?
    var drops = false
    let input = Signal(0)
    let other = Computed { () -> Int in
      if drops { item = nil }
      return input.value * 0
    }
    let sum = Computed { (item?.value ?? -1) + other.value }
    var seen: [Int] = []
    let token = observe {
      if seen.isEmpty {
        item = Signal(5)
        seen.append(sum.value)
        drops = true
        input.value = 1
      }
      seen.append(sum.value)
    }
    #expect(seen == [5, -1, -1])
    token.cancel()
  }

  // MARK: Comparing values

  private protocol Shape {}
  private final class Box: Shape, Equatable {
    static func == (left: Box, right: Box) -> Bool { true }
  }
  private final class Plain: Shape {}
  private struct Size: Shape, Equatable {
    var width: Int
  }
  private struct Opaque: Shape {}

  /// An object among a set's elements or a dictionary's keys, which equals others of its number.
  private final class Numbered: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Numbered, right: Numbered) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private func changes<Value>(_ first: Value, _ second: Value) -> Int {
    let signal = Signal(first)
    var runs = -1
    let token = observe {
      use(signal.value)
      runs += 1
    }
    signal.value = second
    token.cancel()
    return runs
  }

  @Test("Objects are compared by identity, whatever they are stored as")
  func identity() {
    let (one, other) = (Box(), Box())
    #expect(changes(one as AnyObject?, one) == 0)
    #expect(changes(one as AnyObject?, other) == 1)
    #expect(changes(one as AnyObject?, nil) == 1)
    #expect(changes(one as (any Shape)?, one) == 0)
    #expect(changes(one as (any Shape)?, other) == 1)
    #expect(changes(one as any Shape, one) == 0)
    #expect(changes(one as any Shape, Size(width: 1)) == 1)
    #expect(changes(Size(width: 1) as any Shape, Size(width: 1)) == 0)
    #expect(changes(Size(width: 1) as any Shape, Size(width: 2)) == 1)
    #expect(changes([one], [one]) == 0)
    #expect(changes([one], [other]) == 1)
    #expect(changes([one, other], [one]) == 1)
    #expect(changes([one], [one, other]) == 1)
    #expect(changes(["a": one], ["a": one]) == 0)
    #expect(changes(["a": one], ["a": other]) == 1)
    #expect(changes([[one]] as [[Box]]?, [[other]]) == 1)
    #expect(changes([one] as [any Shape], [one]) == 0)
    #expect(changes(["a"] as Set, ["a"]) == 0)
    #expect(changes([1, 2], [1, 2]) == 0)
    #expect(changes((1, 2), (1, 2)) == 1)
  }

  @Test("Sets and dictionaries of objects are the same where each has what the other has")
  func collectionsOfObjects() {
    let (one, other, two) = (Numbered(1), Numbered(1), Numbered(2))
    #expect(changes([one, two] as Set, [two, one]) == 0)
    #expect(changes([one] as Set, [other]) == 1)
    #expect(changes([one] as Any, [other]) == 1)
    #expect(changes([[one: 1]], [[other: 1]]) == 1)
    #expect(changes([:] as [Numbered: Opaque], [:]) == 0)
    #expect(changes([one] as Set, [two]) == 1)
    #expect(changes([one] as Set, [one, two]) == 1)
    #expect(changes([one, two] as Set, [one]) == 1)
    #expect(changes(["a": one], ["b": one]) == 1)
    #expect(changes(["a": one], ["a": one, "b": two]) == 1)
    #expect(changes(["a": one, "b": two], ["a": one]) == 1)
  }

  @Test("In existentials objects are the same or not, and what cannot be compared is always news")
  func uncomparable() {
    let (one, other) = (Plain(), Plain())
    #expect(changes(one as any Shape, one) == 0)
    #expect(changes(one as any Shape, other) == 1)
    #expect(changes(Opaque() as any Shape, Opaque()) == 1)
    #expect(changes(Opaque() as (any Shape)?, Opaque()) == 1)
    #expect(changes([Opaque()] as [any Shape], [Opaque()]) == 1)
    #expect(changes([] as [Opaque], []) == 1)
    #expect(changes(1 as Any, Optional(1) as Any) == 1)
  }

  @Test("An array of other objects that are equal is news, so readers follow those")
  func equalModels() {
    final class Row: ObservableModel, Equatable {
      @Observed var name = "Ada"
      static func == (left: Row, right: Row) -> Bool { left.name == right.name }
    }
    let rows = Signal([Row()])
    var seen: [String] = []
    let token = observe { seen.append(rows.value[0].name) }
    rows.value = [Row()]
    rows.value[0].name = "Grace"
    #expect(seen.last == "Grace")
    token.cancel()
  }

  @Test("What is read in the middle of its own check is right, and so is what is derived from it")
  func readInOwnCheck() {
    let (source, other) = (Signal(0), Signal(5))
    var isTurned = false
    var upper: Computed<Int>?
    let lower = Computed { source.value + (isTurned ? upper?.value ?? 0 : 0) }
    let middle = Computed { isTurned ? other.value : lower.value + source.value }
    upper = middle
    let top = Computed { middle.value * 10 }
    #expect(top.value == 0)
    isTurned = true
    source.value = 1
    #expect(top.value == 50)
    #expect(lower.value == 6)
  }

  @Test("An observer that writes what it has read in `withTracking` runs again, observed or not")
  func subscribesToMarked() {
    let price = Signal(1)
    let total = Computed { price.value * 2 }
    var isFirst = true
    var seen: [Int] = []
    let token = observe {
      withTracking {
        seen.append(total.value)
        guard isFirst else { return }
        isFirst = false
        price.value = 5
      } onChange: {
      }
    }
    #expect(seen == [2, 10])
    withExtendedLifetime(token) {}
  }

  @Test("An observer made in a batch sees what a derived property that it reads writes itself")
  func subscribesToMarkedInBatch() {
    let input = Signal(0)
    let memo = Computed {
      let value = input.value
      if value == 1 { input.value = 2 }
      return value
    }
    var seen: [Int] = []
    var tokens = [observe { use(memo.value) }]
    batchUpdates {
      input.value = 1
      tokens.append(observe { seen.append(memo.value) })
    }
    #expect(seen == [1, 2])
    withExtendedLifetime(tokens) {}
  }

  @Test("What an evaluation writes, and is the same after, is seen by who has compared it before")
  func writtenByEqual() {
    let (input, written) = (Signal(0), Signal(0))
    let writing = Computed {
      written.value = input.value
      return 0
    }
    let (reading, above) = (Computed { written.value }, Computed { writing.value })
    let sum = Computed { reading.value + above.value }
    #expect(sum.value == 0)
    input.value = 5
    #expect(sum.value == 5)
  }

  actor Desk {
    /// What is derived from a cell, read twice in an update after an evaluation has written that.
    func derived(isObserved: Bool) -> [Int] {
      let (cell, input) = (SharedObserved(0), Signal(0))
      let reading = Computed { cell.value }
      let writing = Computed {
        cell.value = input.value
        return 0
      }
      let sum = Computed { reading.value + writing.value }
      let token = isObserved ? observe { use(sum.value) } : nil
      use(sum.value)
      defer { token?.cancel() }
      return batchUpdates {
        input.value = 6
        return [sum.value, sum.value]
      }
    }
  }

  @Test(
    "So is what it writes to a cell, also on an actor that is told of that later",
    arguments: [false, true])
  func writtenToCell(isObserved: Bool) async {
    #expect(await Desk().derived(isObserved: isObserved) == [6, 6])
  }
}
