import ModelObservation
import Observation
import Testing

/// Observers run when the access that caused them has ended.
@Suite("Accesses in place") struct AccessTests {
  final class Model: ObservableModel {
    @Observed var x = 1
    @Observed var y = 2
    @Observed var items = [1, 2, 3, 4]
    @Observed var removed = 0
  }

  @Observable final class Standard {
    var x = 1
    var y = 2
    var items = [1, 2, 3, 4]
    var removed = 0
  }

  @Test("Two observed properties may be swapped, as under the standard library, as one change")
  func swapped() {
    let model = Model()
    var seen: [[Int]] = []
    let token = observe { seen.append([model.x, model.y]) }
    swap(&model.x, &model.y)
    #expect(seen == [[1, 2], [2, 1]])
    token.cancel()
    let standard = Standard()
    withObservationTracking {
      use((standard.x, standard.y))
    } onChange: {
    }
    swap(&standard.x, &standard.y)
    #expect([standard.x, standard.y] == seen[1])
  }

  @Test("A mutation may write another observed property while it is in progress")
  func nested() {
    let model = Model()
    var seen: [String] = []
    let token = observe { seen.append("\(model.items) \(model.removed)") }
    model.items.removeAll {
      guard $0.isMultiple(of: 2) else { return false }
      model.removed += 1
      return true
    }
    #expect(seen == ["[1, 2, 3, 4] 0", "[1, 3] 2"])
    token.cancel()
  }

  @Test("So may one through a handle")
  func nestedInHandle() {
    let model = Model()
    var seen: [String] = []
    let token = observe { seen.append("\(model.items) \(model.removed)") }
    model.$items.value.removeAll {
      guard $0.isMultiple(of: 2) else { return false }
      model.removed += 1
      return true
    }
    #expect(seen == ["[1, 2, 3, 4] 0", "[1, 3] 2"])
    token.cancel()
  }

  @Test("A batch, and a derived property, inside a mutation wait for its end as well")
  func batchInside() {
    let model = Model()
    let double = Computed { model.x * 2 }
    var seen: [[Int]] = []
    let token = observe { seen.append([model.items.count, double.value]) }
    model.items.removeAll { item in
      batchUpdates { model.x = item * 10 }
      return double.value == 40
    }
    #expect(seen == [[4, 2], [3, 80]])
    token.cancel()
  }

  @Test("An access that throws ends all the same")
  func throwing() {
    struct Failure: Error {}
    func fail(_ items: inout [Int]) throws {
      items.append(9)
      throw Failure()
    }
    let model = Model()
    var counts: [Int] = []
    let token = observe { counts.append(model.items.count) }
    #expect(throws: Failure.self) { try fail(&model.items) }
    model.items = []
    #expect(counts == [4, 5, 0])
    token.cancel()
  }

  @Test("An access that is lent to an asynchronous function does not hold up what runs meanwhile")
  func suspended() async {
    // In a process of its own: its access stays open while other tasks use its thread.
    await #expect(processExitsWith: .success) {
      func wait(_ value: inout Int, _ gate: AsyncStream<Void>) async {
        for await _ in gate { break }
        value = 7
      }
      let model = Model()
      var seen: [Int] = []
      let token = observe { seen.append(model.x) }
      let (gate, open) = AsyncStream<Void>.makeStream()
      let other = Task {
        let model = Model()
        var seen: [Int] = []
        let token = observe { seen.append(model.y) }
        for number in 3...20 {
          model.y = number
          await Task.yield()
        }
        token.cancel()
        open.yield()
        return seen
      }
      await wait(&model.x, gate)
      let others = await other.value
      precondition(others == [2] + Array(3...20))
      precondition(seen == [1, 7])
      // Wherever the task goes on, its later changes are told at once.
      for number in 8...40 {
        model.x = number
        await Task.yield()
      }
      precondition(seen == [1] + Array(7...40))
      token.cancel()
    }
  }

  @Test("All that wait for writes inside run at the end, and what was there before is freed")
  func writesInside() {
    let model = Model()
    let lifetimes = Lifetime.Count()
    let held = [Signal<Lifetime?>(lifetimes.make()), Signal<Lifetime?>(lifetimes.make())]
    var log: [String] = []
    let tokens = [
      observe { use(model.items) },
      observe { log.append("x \(model.x)") },
      observe { log.append("y \(model.y)") },
      observe { log.append("held \(held.filter { $0.value != nil }.count)") },
    ]
    log = []
    model.items.removeAll { item in
      switch item {
      case 1: held[0].value = nil
      case 2: model.x = 10
      case 3: model.y = 20
      default: held[1].value = nil
      }
      return false
    }
    #expect(log == ["held 0", "x 10", "y 20"])
    #expect(lifetimes.living == 0)
    for token in tokens { token.cancel() }
  }

  @Test("What is derived, is read inside and comes back until the end is no change")
  func comesBackInside() {
    let model = Model()
    let double = Computed { model.x * 2 }
    var seen: [Int] = []
    let tokens = [observe { use(model.items) }, observe { seen.append(double.value) }]
    var inside: [Int] = []
    model.items.removeAll { item in
      model.x = item == 4 ? 1 : item * 10
      inside.append(double.value)
      return false
    }
    #expect(inside == [20, 40, 60, 2])
    #expect(seen == [2])
    for token in tokens { token.cancel() }
  }

  // MARK: The wrapper's own action

  final class Slider: ObservableModel {
    @Observed(didSet: Slider.clamp) var value = 1
    @Observed(didSet: { (slider: Slider) in { slider.changes += 1 } }) var list: [Int] = []
    @Observed private(set) var changes = 0
    private func clamp() { if value > 9 { value = 3 } }
    func begin() { value = 1 }
  }

  @MainActor final class Isolated: ObservableModel {
    @Observed(didSet: Isolated.clamp) var value = 1
    func clamp() { value = min(value, 9) }
  }

  final class Foreign: ObservableModel {
    @Observed(didSet: Slider.begin) var value = 1
  }

  @Test("The action of another class is an error that names both")
  func foreign() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Foreign().value = 2
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Foreign has a property whose didSet: is one of Slider"))
  }

  @Test("Observers never see the value before the clamp")
  func clamped() {
    let slider = Slider()
    var seen: [Int] = []
    let token = observe { seen.append(slider.value) }
    slider.value = 10
    slider.value += 2
    slider.$value.value = 20
    #expect(seen == [1, 3, 5, 3])
    token.cancel()
  }

  @Test("The action runs where nobody observes, and what it writes is one change with its cause")
  func action() {
    let slider = Slider()
    slider.list.append(1)
    #expect(slider.changes == 1)
    var seen: [[Int]] = []
    let token = observe { seen.append([slider.list.count, slider.changes]) }
    slider.list.append(2)
    slider.$list.value.append(3)
    #expect(seen == [[1, 1], [2, 2], [3, 3]])
    token.cancel()
  }

  final class Limited: ObservableModel {
    @Observed var limit = 9
    @Observed(didSet: Limited.clamp) var value = 1
    private func clamp() { value = min(value, limit) }
  }

  @Test("What the action reads is no input of the observer that writes the property")
  func actionReads() {
    let (model, limited) = (Model(), Limited())
    var runs = 0
    let token = observe {
      limited.value = model.x
      runs += 1
    }
    limited.limit = 5
    #expect(runs == 1)
    model.x = 7
    #expect(runs == 2)
    #expect(limited.value == 5)
    token.cancel()
  }

  @Test("An observer that comes to read a property with an action waits for a change in progress")
  func comesToRead() {
    let (model, slider) = (Model(), Slider())
    var seen: [[Int]] = []
    let token = observe { seen.append(model.x == 1 ? [] : slider.list) }
    func add(_ list: inout [Int]) {
      model.x = 5
      list.append(7)
    }
    add(&slider.list)
    #expect(seen == [[], [7]])
    token.cancel()
  }

  struct Point: Equatable {
    var x = 1
    var y = 1
  }

  final class Plain: ObservableModel {
    @Observed(didSet: Plain.note) var point = Point()
    var notes = 0
    func note() { notes += 1 }
  }

  final class Bridged: ObservableModel, Observable {
    @Observed(didSet: Bridged.note) var point = Point()
    var notes = 0
    func note() { notes += 1 }
  }

  @Test("The action runs after each write, as a property's own didSet, also of what is equal")
  func equalWrites() {
    let plain = Plain()
    let bridged = Bridged()
    plain.point = Point()
    bridged.point = Point()
    #expect([plain.notes, bridged.notes] == [1, 1])
    plain.point.x += 0
    bridged.point.x += 0
    #expect([plain.notes, bridged.notes] == [2, 2])
    plain.$point.value = Point()
    bridged.$point.value = Point()
    #expect([plain.notes, bridged.notes] == [3, 3])
    plain.$point.x.value = 1
    bridged.$point.x.value = 1
    #expect([plain.notes, bridged.notes] == [4, 4])
  }

  final class Twice: ObservableModel {
    @Observed(didSet: Twice.note) var value = 1
    @Observed var first = 0
    @Observed var second = 0
    private func note() {
      first += 1
      second += 1
    }
  }

  @Test("What the action writes is one change where it runs for an equal value, which then ends")
  func equalWriteIsOneChange() {
    let model = Twice()
    var seen: [[Int]] = []
    let token = observe { seen.append([model.first, model.second]) }
    model.value = 1
    #expect(seen == [[0, 0], [1, 1]])
    model.first = 5
    model.second = 5
    #expect(seen == [[0, 0], [1, 1], [5, 1], [5, 5]])
    token.cancel()
  }

  @Test("The action of a model of the main actor runs there")
  @MainActor func isolated() {
    let model = Isolated()
    model.value = 20
    #expect(model.value == 9)
  }

  @Test("A cell that is changed and changed back in an access has not changed", arguments: 0...3)
  func cellChangedBack(kind: Int) {
    let property = Signal(0)
    let cell = SharedObserved(0)
    var seen: [Int] = []
    let tokens = [observe { use(property.value) }, observe { seen.append(cell.value) }]
    func change(_ value: inout Int) {
      if kind == 1 { batchUpdates { cell.value = 1 } } else { cell.value = 1 }
      if kind == 2 { #expect(cell.value == 1) }
      cell.value = 0
      if kind == 3 { cell.value = 2 }
      value = 1
    }
    change(&property.value)
    #expect(seen == (kind == 3 ? [0, 2] : [0]))
    // Each access has a value before of its own.
    cell.value = 5
    change(&property.value)
    cell.value = 5
    #expect(seen == (kind == 3 ? [0, 2, 5, 2, 5] : [0, 5, 0, 5]))
    withExtendedLifetime(tokens) {}
  }
}
