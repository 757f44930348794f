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

  @MainActor final class Status: ObservableModel, Observable {
    let level = SharedObserved(1)
    private var makeIsHigh: Bool { level.value > 5 }
    @Derived(\Status.makeIsHigh) var isHigh: Bool
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

  @Test("What is derived from a shared cell is heard of, whichever thread writes that")
  @MainActor func derivedFromShared() async {
    let status = Status()
    let fired = Counter(Atomic(0))
    withObservationTracking {
      use(status.isHigh)
    } onChange: {
      fired.add()
    }
    await Task.detached { [level = status.level] in level.value = 9 }.value
    for _ in 0..<100_000 where fired.value == 0 { await Task.yield() }
    #expect(fired.value == 1)
    #expect(
      Self.fires {
        status.isHigh
      } after: {
        status.level.value = 1
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

  @Test("A derived property that nobody waits for is not evaluated, until somebody does again")
  func derivedAgain() {
    let model = Evaluated()
    for round in 1...2 {
      #expect(
        Self.fires {
          model.double
        } after: {
          model.count += 1
        } == 1)
      // One more change is waited for, since its reader may be about to register.
      model.count += 1
      let evaluations = model.evaluations
      model.count += 1
      model.count += 1
      #expect(model.evaluations == evaluations, "round \(round)")
    }
  }

  private final class Evaluated: ObservableModel, Observable {
    @Observed var count = 0
    private(set) var evaluations = 0
    private var makeDouble: Int {
      evaluations += 1
      return count * 2
    }
    @Derived(\Evaluated.makeDouble) var double: Int
  }

  @Test("The registrar is told once of each change of a derived property, before and after")
  func derivedEvents() {
    let model = Told()
    model.log.events = []
    for _ in 1...3 { use(model.parity) }
    #expect(model.log.events == [.access, .access, .access])
    model.log.events = []
    model.count.value = 1
    #expect(model.log.events == [.willSet, .didSet])
  }

  @Test("It is told before and after each change of an observed property, and not of equal values")
  func observedEvents() {
    let model = Told()
    use(model.number)
    model.log.events = []
    model.number = 1
    #expect(model.log.events == [.willSet, .didSet])
    model.number += 1
    #expect(model.log.events == [.willSet, .didSet, .willSet, .didSet])
    model.$number.value += 1
    #expect(model.log.events.suffix(2) == [.willSet, .didSet])
    model.log.events = []
    model.number = 3
    #expect(model.log.events == [])
  }

  /// A number that equals others, as many that have identifiers.
  private struct Kind: Equatable {
    var name: String
    static func == (one: Kind, other: Kind) -> Bool { true }
  }

  private final class Stored: ObservableModel, Observable {
    @Observed var kind = Kind(name: "a")
  }

  @Test("A value is stored in a bridged model that nobody has read, and where it is equal")
  func stored() {
    let model = Stored()
    model.kind = Kind(name: "b")
    #expect(model.kind.name == "b")
    model.kind = Kind(name: "c")
    #expect(model.kind.name == "c")
    model.$kind.value = Kind(name: "d")
    #expect(model.kind.name == "d")
  }

  /// Writes down what its registrar would be told.
  private final class Told: ObservableModel {
    final class Log {
      var events: [_StandardObservationEvent] = []
    }

    let log = Log()
    let count = Signal(0)
    @Observed var number = 0
    private var makeParity: Int { count.value % 2 }
    @Derived(\Told.makeParity) var parity: Int

    static var _isStandardObservable: Bool { true }

    static func _notifyStandard<Value>(
      _ event: _StandardObservationEvent, _ registrar: ObservationRegistrar, _ object: AnyObject,
      _ keyPath: AnyKeyPath, _ type: Value.Type
    ) {
      (object as? Told)?.log.events.append(event)
    }
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

  final class Halved: ObservableModel, Observable {
    @Observed var count = 0
    private var half: Int { count / 2 }
    private var big: Bool { halved > 10 }
    @Derived(\Halved.half) var halved: Int
    @Derived(\Halved.big) var isBig: Bool
  }

  @Test("What a derived property reads of others is its own affair", arguments: [4, 30])
  func derivedFromDerived(count: Int) {
    let model = Halved()
    #expect(
      Self.fires {
        model.isBig
      } after: {
        model.count = count
      } == (count == 30 ? 1 : 0))
  }

  @MainActor final class Starting: ObservableModel, Observable {
    @Observed var count = 0
    @Observed var noted = 0
    private var half: Int { noted / 2 }
    @Derived(\Starting.half) var halved: Int
    @Derived(\Starting.start) var started: Int
    let counter = Counter(Atomic(0))
    var isOfDerived = false

    /// Starts a task, which is at work in the middle of this.
    private var start: Int {
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return 0 }
      Task.immediate {
        withObservationTracking {
          use(isOfDerived ? halved : noted)
        } onChange: { [counter] in
          counter.add()
        }
      }
      return count
    }
  }

  @Test(
    "What a task reads that starts in a derived property's evaluation is told of",
    arguments: [false, true])
  @MainActor func startedInDerived(isOfDerived: Bool) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let model = Starting()
    model.isOfDerived = isOfDerived
    #expect(model.started == 0)
    model.noted = 8
    #expect(model.counter.value == 1)
  }

  @Test("Tracking that begins in an observer's run, or where nothing is recorded, is told")
  func beginsInObserver() {
    let model = Bridged()
    var fired: [Int] = []
    let token = observe {
      guard fired.isEmpty else { return }
      let fires = { Self.fires({ model.count }, after: { model.count += 1 }) }
      fired = [fires(), untracked(fires)]
    }
    #expect(fired == [1, 1])
    token.cancel()
  }
}
