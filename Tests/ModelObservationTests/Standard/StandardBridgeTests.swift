import ModelObservation
import Observation
import Synchronization
import Testing

@Suite("Standard Observation bridge") struct StandardBridgeTests {
  final class Bridged: ObservableModel, Observable {
    @Observed var count = 0
    @Observed var list = [1]
    @Observed var other = 0
    var double: Int { count * 2 }
    private var parity: Bool { count.isMultiple(of: 2) }
    @Derived(\Bridged.parity) var isEven: Bool
  }

  final class Plain: ObservableModel {
    @Observed var count = 0
  }

  /// Counts how often the standard library's tracking fires for `change` after `read`.
  static func fires<Value>(_ read: () -> Value, after change: () -> Void) -> Int {
    let fired = Atomic(0)
    // The standard closure is Sendable: a class carries the count.
    let counter = Counter(fired)
    withObservationTracking {
      use(read())
    } onChange: {
      counter.add()
    }
    change()
    return counter.value
  }

  final class Counter: Sendable {
    private let count: Atomic<Int>
    init(_ count: consuming Atomic<Int>) { self.count = count }
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
  }

  @Test("Who registers after a change of what is derived is told of the next")
  func changedBeforeRegistration() {
    let model = Bridged()
    #expect(
      Self.fires {
        defer { model.count = 1 }
        return model.isEven
      } after: {
        model.count = 2
      } == 1)
  }

  @Test("Standard tracking sees writes, mutations in place, and computed properties")
  func tracking() {
    let model = Bridged()
    #expect(
      Self.fires {
        model.count
      } after: {
        model.count = 1
      } == 1)
    #expect(
      Self.fires {
        model.count
      } after: {
        model.count += 1
      } == 1)
    #expect(
      Self.fires {
        model.list
      } after: {
        model.list.append(2)
      } == 1)
    #expect(
      Self.fires {
        model.double
      } after: {
        model.count = 9
      } == 1)
    #expect(
      Self.fires {
        model.$count.value
      } after: {
        model.count = 10
      } == 1)
    #expect(
      Self.fires {
        model.count
      } after: {
        model.$count.value = 11
      } == 1)
  }

  @Test("It does not see equal values, or properties that were not read")
  func silence() {
    let model = Bridged()
    #expect(
      Self.fires {
        model.count
      } after: {
        model.count = 0
      } == 0)
    #expect(
      Self.fires {
        model.count
      } after: {
        model.other = 1
      } == 0)
  }

  @Test("It sees a derived property change, and only then")
  func derived() {
    let model = Bridged()
    #expect(
      Self.fires {
        model.isEven
      } after: {
        model.count = 2
      } == 0)
    #expect(
      Self.fires {
        model.isEven
      } after: {
        model.count = 3
      } == 1)
    #expect(
      Self.fires {
        model.isEven
      } after: {
        model.count = 4
      } == 1)
  }

  @Test("A model that does not conform does not notify it")
  func notConforming() {
    let model = Plain()
    #expect(
      Self.fires {
        model.count
      } after: {
        model.count = 1
      } == 0)
  }

  @Test("A bridged model has all its own observers too")
  func ownObservers() {
    let model = Bridged()
    var seen: [Int] = []
    let token = observe { seen.append(model.double) }
    model.count = 1
    model.count += 1
    batchUpdates {
      model.count = 5
      model.count = 2
    }
    #expect(seen == [0, 2, 4])
    token.cancel()
  }

  @MainActor final class Screen: ObservableModel, Observable {
    @Observed var title = "a"
  }

  @Test("`Observations` delivers a bridged model's changes")
  @MainActor func observations() async {
    let screen = Screen()
    var seen: [String] = []
    for await title in Observations({ screen.title }) {
      seen.append(title)
      switch title {
      case "a": Task { screen.title = "b" }
      case "b": Task { screen.title = "c" }
      default: break
      }
      if title == "c" { break }
    }
    #expect(seen == ["a", "b", "c"])
  }

  // Documented: both conformances belong on the same class.
  class Base: ObservableModel {
    @Observed var count = 0
  }

  final class LateConformance: Base, Observable {}

  @Test("A subclass that adds Observable does not bridge what it inherits")
  func lateConformance() {
    let model = LateConformance()
    #expect(
      Self.fires {
        model.count
      } after: {
        model.count = 1
      } == 0)
  }
}
