import ModelObservation
import TestSupport
import Testing

/// A value with an `==` of its own, as many that have identifiers.
private struct Entry: Equatable {
  var id: Int
  var name: String

  static func == (one: Entry, other: Entry) -> Bool { one.id == other.id }
}

private struct Box: Equatable {
  var entry = Entry(id: 1, name: "A")
  var count = 0
}

/// A value that is copied when it is changed while somebody else has it.
private struct Shared: Equatable {
  final class Storage {
    @TaskLocal static var compared = Counter()
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private var storage = Storage(0)

  /// Changes the value; gives whether that took no copy.
  mutating func increment() -> Bool {
    let isAlone = isKnownUniquelyReferenced(&storage)
    if !isAlone { storage = Storage(storage.number) }
    storage.number += 1
    return isAlone
  }

  /// Changes it to what it was; gives whether that took no copy.
  mutating func touch() -> Bool {
    defer { storage.number -= 1 }
    return increment()
  }

  static func == (one: Shared, other: Shared) -> Bool {
    Storage.compared.increment()
    return one.storage.number == other.storage.number
  }
}

private protocol Shape { var radius: Int { get set } }

extension Shape {
  fileprivate mutating func grow() { radius += 1 }
}

private final class Circle: Shape, Equatable {
  var radius = 1

  static func == (one: Circle, other: Circle) -> Bool { one.radius == other.radius }
}

private final class BoxModel: ObservableModel {
  @Observed var shape: any Shape = Circle()
  @Observed var circles = [Circle()]
  @Observed var shared = Shared()
  @Observed var box = Box()
  @Observed var list = [1]
  @Observed var number = 1
  private var makeEntry: Entry { Entry(id: 1, name: "n\(number)") }
  @Derived(\BoxModel.makeEntry) var derived: Entry
}

/// Changes a property in place whenever that has been changed.
private final class Acting: ObservableModel {
  @Observed(didSet: Acting.increment) var shared = Shared()
  private(set) var isInPlace: [Bool] = []
  private func increment() { isInPlace.append(shared.increment()) }
}

/// A value that asks a model whether it equals another.
private struct Row: Equatable {
  let box: BoxModel

  static func == (one: Row, other: Row) -> Bool { one.box.number == other.box.number }
}

private final class RowModel: ObservableModel {
  @Observed var row = Row(box: BoxModel())
  @Observed var next: BoxModel?
  private var makeShown: Row { Row(box: next ?? row.box) }
  @Derived(\RowModel.makeShown) var shown: Row
}

@Suite("Equal values are stored, and nobody is told")
struct EqualValuesTests {
  @Test("A part that is set to an equal value through its handle is that value")
  func part() {
    let model = BoxModel()
    var runs = 0
    let token = observe {
      _ = model.box
      runs += 1
    }
    model.$box.entry.value = Entry(id: 1, name: "B")
    #expect(model.box.entry.name == "B")
    #expect(runs == 1)
    model.$box.entry.value = Entry(id: 2, name: "C")
    #expect(runs == 2)
    token.cancel()
  }

  @Test("What a comparison reads is nobody's")
  func comparison() {
    let model = RowModel()
    let boxes = [model.row.box, BoxModel()]
    var (writes, reads) = (0, 0)
    let reader = observe {
      _ = model.shown
      reads += 1
    }
    let writer = observe {
      model.row = Row(box: boxes[1])
      writes += 1
    }
    model.next = boxes[0]
    let before = (writes, reads)
    for box in boxes { box.number += 1 }
    #expect((writes, reads) == before)
    reader.cancel()
    writer.cancel()
  }

  @Test("A derived property gives the last value, also where it equals the one before")
  func derived() {
    let model = BoxModel()
    var runs = 0
    let token = observe {
      _ = model.derived
      runs += 1
    }
    model.number = 7
    #expect(model.derived.name == "n7")
    #expect(runs == 1)
    token.cancel()
  }

  @Test("A property that is observed through its handle is changed in place")
  func inPlace() {
    let model = BoxModel()
    let token = model.$shared.observe { _ in }
    let isInPlace = [model.shared.increment(), model.shared.increment()]
    #expect(isInPlace == [true, true])
    token.cancel()
  }

  @Test(
    "An observer that is told of a change in place makes another without a copy",
    arguments: [false, true])
  func inPlaceInObserver(isThroughHandle: Bool) {
    let model = BoxModel()
    var isInPlace: [Bool] = []
    var isFirst = false
    let token = observe {
      _ = model.shared
      guard isFirst else { return }
      isFirst = false
      isInPlace.append(model.shared.increment())
    }
    isFirst = true
    let outer = isThroughHandle ? model.$shared.value.increment() : model.shared.increment()
    #expect([outer] + isInPlace == [true, true])
    token.cancel()
  }

  @Test(
    "The wrapper's own action makes a change in place without a copy", arguments: [false, true])
  func inPlaceInAction(isThroughHandle: Bool) {
    let model = Acting()
    let outer = isThroughHandle ? model.$shared.value.increment() : model.shared.increment()
    #expect([outer] + model.isInPlace == [true, true])
  }

  @Test("What a batch changes in place and takes back is told to nobody, in whichever order")
  func takenBackInBatch() {
    let model = BoxModel()
    var runs: [String] = []
    let tokens = [
      observe {
        _ = model.list
        runs.append("list")
      },
      observe {
        _ = model.box
        runs.append("box")
      },
    ]
    runs = []
    batchUpdates {
      model.list.append(2)
      model.list.removeLast()
    }
    batchUpdates {
      model.list.append(2)
      model.list = [1]
    }
    batchUpdates {
      model.list = [9]
      batchUpdates { model.list[0] = 1 }
    }
    batchUpdates { model.box.entry.id = 1 }
    #expect(runs.isEmpty)
    batchUpdates {
      model.list.append(2)
      batchUpdates { model.list.append(3) }
      model.list.removeLast()
      model.box.count = 1
    }
    #expect(model.list == [1, 2])
    #expect(runs == ["list", "box"])
    for token in tokens { token.cancel() }
  }

  @Test("A batch copies what it changes in place once, and only what somebody observes")
  func copiesInBatch() {
    let model = BoxModel()
    let once = model.$shared.observe { _ in }
    var isInPlace: [Bool] = []
    batchUpdates { for _ in 0..<3 { isInPlace.append(model.shared.increment()) } }
    isInPlace.append(model.shared.increment())
    #expect(isInPlace == [false, true, true, true])
    once.cancel()
    batchUpdates { isInPlace = [model.shared.increment()] }
    #expect(isInPlace == [true])
  }

  @Test("A batch that changes a value in a loop copies it once, and compares it a few times")
  func loopInBatch() {
    let model = BoxModel()
    var runs = 0
    let token = observe {
      _ = (model.shared, model.list)
      runs += 1
    }
    var isInPlace: [Bool] = []
    batchUpdates { for _ in 0..<3 { isInPlace.append(model.shared.touch()) } }
    #expect(isInPlace == [false, true, true])
    #expect(runs == 1)
    let compared = Shared.Storage.$compared.withValue(Counter()) {
      batchUpdates { for _ in 0..<100 { _ = model.shared.touch() } }
      return Shared.Storage.compared.value
    }
    #expect(compared > 0 && compared < 20)
    #expect(runs == 2)
    token.cancel()
  }

  @Test("Each batch may take back a change in place, and assignments before it do not count")
  func manyBatches() {
    let model = BoxModel()
    var runs = 0
    let token = observe {
      _ = model.list
      runs += 1
    }
    for _ in 1...20 {
      batchUpdates {
        model.list.append(2)
        model.list.removeLast()
      }
    }
    batchUpdates {
      for number in 1...20 { model.list = [1, number] }
      model.list.removeLast()
    }
    #expect(runs == 1)
    token.cancel()
  }

  @Test("What an object holds that a batch changes through a value is told")
  func objectInBatch() {
    let model = BoxModel()
    var seen: [Int] = []
    let token = observe { seen.append(model.shape.radius) }
    batchUpdates { model.shape.radius = 2 }
    #expect(seen == [1, 2])
    token.cancel()
    var runs = 0
    let other = observe {
      _ = model.circles
      runs += 1
    }
    batchUpdates { model.circles[0].grow() }
    #expect(runs == 2)
    other.cancel()
  }

  @Test("A part that is observed through its handle is told of its own changes alone")
  func otherParts() {
    let model = BoxModel()
    var seen: [Int] = []
    let token = model.$box.count.observe { seen.append($0) }
    model.box.entry = Entry(id: 2, name: "B")
    model.box.count = 1
    #expect(seen == [0, 1])
    token.cancel()
  }
}

private final class Leaving: ObservableModel {
  @Observed var number = 1
  private var makeDouble: Int { number * 2 }
  @Derived(\Leaving.makeDouble) var double: Int
  private let note: (Int) -> Void

  init(_ note: @escaping (Int) -> Void) { self.note = note }

  deinit { note(double) }
}

@Suite("A derived property that is read by its model's deinitialiser")
struct DerivedInDeinitTests {
  @Test("It is what the property gives, read before or not", arguments: [true, false])
  func last(isRead: Bool) {
    var seen: [Int] = []
    do {
      let model = Leaving { seen.append($0) }
      if isRead { _ = model.double }
      model.number = 5
    }
    #expect(seen == [10])
  }
}

@Suite("What a sequence in nonisolated code leaves behind")
struct NonisolatedSequenceTests {
  private final class Value: Sendable {}

  private static func onlyOne(_ cell: SharedObserved<Value>) async {
    for await _ in cell.changes {
      cell.value = Value()
      break
    }
  }

  @Test("A cell whose change was on its way when the sequence ended is freed")
  func cell() async {
    weak let gone = await Task.detached {
      let value = Value()
      let cell = SharedObserved(value)
      await Self.onlyOne(cell)
      return cell
    }.value
    #expect(gone == nil)
  }

  /// Iterates over one element of a sequence, which then ends with a change on its way.
  private static func oneElement(
    _ count: Lifetime.Count, _ note: (SharedObserved<Int>) -> Void
  ) async -> ObservedChanges<Lifetime, Never>.Iterator {
    let cell = SharedObserved(0)
    note(cell)
    var iterator = changes(untilNil: { () -> Lifetime? in
      if cell.value == 0 { return count.make() }
      // Weak: the thread may hold the closure a little longer.
      onThreadInPlace { [weak cell] in cell?.value = 2 }
      return nil
    }).makeAsyncIterator()
    #expect(await iterator.next(isolation: nil) != nil)
    cell.value = 1
    #expect(await iterator.next(isolation: nil) == nil)
    return iterator
  }

  @Test("A sequence that has ended lets go of all, though its iterator is kept")
  func ended() async {
    let count = Lifetime.Count()
    weak var gone: SharedObserved<Int>?
    var iterator = await Self.oneElement(count) { gone = $0 }
    #expect(gone == nil)
    #expect(count.living == 0)
    #expect(await iterator.next(isolation: nil) == nil)
  }
}
