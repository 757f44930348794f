import ModelObservation
import Testing

@Suite("@Observed") struct ObservedTests {
  struct Point: Equatable {
    var x = 0
    var y = 0
  }

  final class Everything: ObservableModel {
    @Observed var number = 1
    @Observed var text: String?
    @Observed var list = [1, 2]
    @Observed var point = Point()
    @Observed var pair = (1, "a")
    @Observed var closure: (Int) -> Int = { $0 }
    @Observed var existential: any CustomStringConvertible = 1
    @Observed var object: AnyObject?
    @Observed private(set) var guarded = 0
    @Observed var assigned: Int

    init(assigned: Int) {
      self.assigned = assigned
    }

    func raise() { guarded += 1 }
  }

  @Test("Properties of every type are stored, read, written and observed")
  func types() {
    let model = Everything(assigned: 3)
    var runs = 0
    let token = observe {
      use(model.number)
      use(model.text)
      use(model.list)
      use(model.point.x)
      use(model.pair.1)
      use(model.closure(1))
      use(model.existential.description)
      use(model.object)
      use(model.guarded)
      use(model.assigned)
      runs += 1
    }
    model.number = 2
    model.text = "a"
    model.list.append(3)
    model.point.y = 1
    model.pair.1 = "b"
    model.closure = { $0 * 2 }
    model.existential = "x"
    model.object = model
    model.raise()
    model.assigned = 4
    #expect(runs == 11)
    #expect(model.list == [1, 2, 3])
    #expect(model.closure(4) == 8)
    model.object = nil
    token.cancel()
  }

  protocol Named: ObservableModel {
    var name: String { get set }
  }

  final class Box<Value>: Named {
    @Observed var value: Value
    @Observed var name = "box"
    init(_ value: Value) { self.value = value }
  }

  @Test("A property meets a protocol's requirement, and is observed through an existential")
  func requirement() {
    let named: any Named = Box([1])
    var seen: [String] = []
    let token = observe { seen.append(named.name) }
    named.name = "b"
    named.name += "c"
    #expect(seen == ["box", "b", "bc"])
    token.cancel()
  }

  @Test("Generic code compares values although it does not know that they are Equatable")
  func generic() {
    func write<Value>(_ value: Value, to box: Box<Value>) -> Int {
      var runs = 0
      let token = observe {
        use(box.value)
        runs += 1
      }
      box.value = value
      token.cancel()
      return runs
    }
    #expect(write(1, to: Box(1)) == 1)
    #expect(write("b", to: Box("a")) == 2)
    #expect(write([1], to: Box([1])) == 1)
  }

  @Test("An in-place change of a collection is one change, equal or not")
  func inPlace() {
    let box = Box([1, 2])
    var runs = 0
    let token = observe {
      use(box.value)
      runs += 1
    }
    box.value[0] = 1
    #expect(runs == 2)
    box.value = [1, 2]
    #expect(runs == 2)
    token.cancel()
  }

  @Test("A mutation that throws half way still notifies")
  func throwingMutation() {
    struct Failure: Error {}
    func change(_ list: inout [Int]) throws {
      list.append(9)
      throw Failure()
    }
    let box = Box([Int]())
    var seen: [[Int]] = []
    let token = observe { seen.append(box.value) }
    #expect(throws: Failure.self) { try change(&box.value) }
    #expect(seen == [[], [9]])
    token.cancel()
  }

  @Test("An equal value is stored all the same")
  func equalIsStored() {
    struct Tagged: Equatable {
      let key: Int
      let tag: String
      static func == (left: Self, right: Self) -> Bool { left.key == right.key }
    }
    let box = Box(Tagged(key: 1, tag: "a"))
    var runs = 0
    let token = observe {
      use(box.value)
      runs += 1
    }
    box.value = Tagged(key: 1, tag: "b")
    #expect(box.value.tag == "b")
    #expect(runs == 1)
    token.cancel()
  }

  class Base: ObservableModel {
    @Observed var first = 1
    var sum: Int { first }
  }

  final class Sub: Base {
    @Observed var second = 2
    override var sum: Int { super.sum + second }
    override var first: Int {
      didSet { changes += 1 }
    }
    var changes = 0
  }

  @Test("A subclass adds properties, and may override one")
  func subclass() {
    let sub = Sub()
    var seen: [Int] = []
    let token = observe { seen.append((sub as Base).sum) }
    sub.first = 10
    sub.second = 20
    #expect(seen == [3, 12, 30])
    #expect(sub.changes == 1)
    token.cancel()
  }

  @Test("An actor's own model is observed on the actor")
  func actor() async {
    actor Counter {
      private let box = Box(0)
      private var seen: [Int] = []
      func count() -> [Int] {
        let token = observe { self.seen.append(self.box.value) }
        box.value = 1
        token.cancel()
        return seen
      }
    }
    #expect(await Counter().count() == [0, 1])
  }

  @Test("What a property held is freed with its new value, and with the model")
  func freed() {
    let count = Lifetime.Count()
    do {
      let box = Box<Lifetime?>(Lifetime(count))
      let token = observe { use(box.value == nil) }
      box.value = Lifetime(count)
      #expect(count.living == 1)
      token.cancel()
    }
    #expect(count.living == 0)
  }
}
