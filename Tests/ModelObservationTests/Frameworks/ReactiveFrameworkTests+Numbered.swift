import ModelObservation
import Testing

/// Cases of the public suite that the other files had no counterpart for, named by their numbers.
extension ReactiveFrameworkTests {
  @Suite("Numbered cases") struct Numbered {
    @Test("#8: a join is evaluated after both its branches, once")
    func case8() {
      let a = Signal(0)
      var order: [String] = []
      let left = Computed { () -> Int in
        defer { order.append("left") }
        return a.value
      }
      let right = Computed { () -> Int in
        defer { order.append("right") }
        return a.value
      }
      let join = Computed { () -> Int in
        let sum = left.value + right.value
        order.append("join")
        return sum
      }
      #expect(join.value == 0)
      order = []
      a.value = 1
      #expect(join.value == 2)
      #expect(order == ["left", "right", "join"])
    }

    @Test("#9: inputs that come in at several levels cost one evaluation for each level")
    func case9() {
      let a = Signal(0)
      let b = Computed { a.value }
      let c = Computed { a.value + b.value }
      let d = Computed { a.value + c.value }
      #expect(d.value == 0)
      a.value = 1
      #expect(d.value == 3)
      #expect((c.evaluations, d.evaluations) == (2, 2))
    }

    @Test("#16: a branch is taken, left and taken again")
    func case16() {
      let a = Signal(0)
      let b = Computed { a.value }
      let c = Computed { a.value > 0 ? a.value : b.value }
      #expect(c.value == 0)
      a.value = 1
      #expect(c.value == 1)
      a.value = 0
      #expect(c.value == 0)
    }

    @Test("#21: a memo that has moved to another input ignores the first")
    func case21() {
      let a = Signal(0)
      let b = Signal(0)
      let c = Computed { a.value }
      let d = Computed { a.value == 0 ? b.value : c.value }
      #expect(d.value == 0)
      a.value = 1
      #expect(d.value == 1)
      b.value = 10
      #expect(d.value == 1)
      #expect(d.evaluations == 2)
    }

    @Test("#24: memos are evaluated in the order in which they are read")
    func case24() {
      var order: [String] = []
      let a = Signal(0)
      let b = Computed { () -> Int in
        order.append("b")
        return a.value
      }
      let c = Computed { () -> Int in
        order.append("c")
        return a.value
      }
      use(b.value + c.value)
      a.value = 1
      order = []
      use(b.value + c.value)
      #expect(order == ["b", "c"])
    }

    // Derived properties do not throw in Swift: a memo of `Result` has the error for its value.
    @Test("#87, #91: a memo that gives an error leaves the other branches as they are")
    func case91() {
      struct Failure: Error, Equatable {}
      let a = Signal(0)
      let b = Signal(10)
      let bad = Computed { () -> Result<Int, Failure> in
        a.value > 0 ? .failure(Failure()) : .success(a.value)
      }
      let good = Computed { b.value * 2 }
      #expect(good.value == 20)
      a.value = 1
      #expect(bad.value == .failure(Failure()))
      b.value = 20
      #expect(good.value == 40)
      #expect(good.evaluations == 2)
    }

    // Cleanups do not throw in Swift. What is left of the case: a cleanup that ends its observer in
    // the middle of an update leaves the others.
    @Test("#90: an observer that its cleanup ends runs no more, and stops nobody else")
    func case90() {
      let a = Signal(0)
      var runs = 0
      var others = 0
      let token = observe { token in
        runs += 1
        use(a.value)
        onCleanup { token.cancel() }
      }
      let other = observe {
        use(a.value)
        others += 1
      }
      a.value = 1
      a.value = 2
      #expect((runs, others) == (1, 3))
      #expect(token.isCancelled)
      other.cancel()
    }

    @Test("#119: a batch whose changes cancel out in a memo runs nobody")
    func case119() {
      let a = Signal(0)
      let b = Signal(0)
      let sum = Computed { a.value + b.value }
      var runs = 0
      let token = observe {
        use(sum.value)
        runs += 1
      }
      batchUpdates {
        a.value = 1
        b.value = -1
      }
      #expect(sum.value == 0)
      #expect(runs == 1)
      token.cancel()
    }

    @Test("#129: reading one memo in a batch does not run another's observer before its end")
    func case129() {
      let a = Signal(0)
      let first = Computed { a.value + 1 }
      let second = Computed { a.value * 2 }
      var runs = 0
      let token = observe {
        use(second.value)
        runs += 1
      }
      batchUpdates {
        a.value = 5
        #expect(first.value == 6)
        #expect(runs == 1)
      }
      #expect(runs == 2)
      token.cancel()
    }

    @Test("#131: a source that comes back does not hide one that does not")
    func case131() {
      let a = Signal(0)
      let b = Signal(10)
      let first = Computed { a.value * 2 }
      let second = Computed { first.value + b.value }
      var seen: [Int] = []
      let token = observe { seen.append(second.value) }
      batchUpdates {
        a.value = 5
        a.value = 0
        b.value = 20
      }
      #expect(seen == [10, 20])
      #expect(first.evaluations == 1)
      token.cancel()
    }

    @Test("#147: an unobserved memo is not evaluated after a batch that was undone")
    func case147() {
      let a = Signal(0)
      let memo = Computed { a.value }
      use(memo.value)
      batchUpdates {
        a.value = 5
        a.value = 0
      }
      use(memo.value)
      #expect(memo.evaluations == 1)
    }

    @Test("#22: each memo of a chain is evaluated once for a change")
    func case22() {
      let a = Signal(0)
      let b = Computed { a.value }
      let c = Computed { b.value }
      let d = Computed { c.value }
      #expect(d.value == 0)
      a.value = 1
      #expect(d.value == 1)
      #expect([b, c, d].map(\.evaluations) == [2, 2, 2])
    }

    @Test("#48: an inner observer has what its outer one's run gave it")
    func case48() {
      let a = Signal(0)
      let b = Signal(0)
      var seen: [[Int]] = []
      let outer = observe {
        let value = a.value
        _ = observe { seen.append([value, b.value]) }
      }
      a.value = 1
      b.value = 1
      #expect(seen == [[0, 0], [1, 0], [1, 1]])
      outer.cancel()
    }

    @Test("#99: a memo that nobody observes goes, and its input goes on")
    func case99() {
      let a = Signal(0)
      weak var reference: Computed<Int>?
      do {
        let memo = Computed { a.value * 2 }
        reference = memo
        #expect(memo.value == 0)
      }
      #expect(reference == nil)
      a.value = 5
      #expect(a.value == 5)
    }

    @Test("#110, #144: ending twice cleans up once")
    func case110() {
      let a = Signal(0)
      var cleanups = 0
      let token = observe {
        use(a.value)
        onCleanup { cleanups += 1 }
      }
      token.cancel()
      token.cancel()
      a.value = 1
      #expect(cleanups == 1)
    }
  }
}
