import ModelObservation
import Testing

/// More of the numbered cases: graphs, branches, batches and observers in observers.
extension ReactiveFrameworkTests.Numbered {
  @Test("#157: of three branches, two of which stay the same, the third counts")
  func case157() {
    let a = Signal("a")
    let changing = Computed { a.value }
    let same = ["c", "d"].map { text in
      Computed { () -> String in
        use(a.value)
        return text
      }
    }
    let join = Computed { changing.value + same[0].value + same[1].value }
    #expect(join.value == "acd")
    a.value = "aa"
    #expect(join.value == "aacd")
    #expect(join.evaluations == 2)
  }

  @Test("#187: memos that only a cancelled observer read are not evaluated by a write")
  func case187() {
    let a = Signal("a")
    let b = Computed { a.value }
    let c = Computed { b.value }
    let token = observe { use(c.value) }
    token.cancel()
    a.value = "b"
    #expect([b.evaluations, c.evaluations] == [1, 1])
    #expect(c.value == "b")
  }

  @Test("#188, #189: what the new values rule out is not evaluated, in a batch and without one")
  func case189() {
    let a = Signal(0)
    let b = Signal(0)
    let inner = Computed { b.value }
    let outer = Computed { a.value == 0 ? inner.value : -1 }
    use(outer.value)
    batchUpdates {
      b.value = 1
      a.value = 1
    }
    #expect(outer.value == -1)
    b.value = 2
    a.value = 2
    #expect(outer.value == -1)
    #expect(inner.evaluations == 1)
  }

  @Test("#190, #191: an observer of memos that were read before, and have changed since, is right")
  func case190() {
    let a = Signal(0)
    let b = Computed { a.value }
    let c = Computed { b.value }
    use(c.value)
    a.value = 1
    var seen: [Int] = []
    let token = observe { seen.append(c.value) }
    a.value = 2
    #expect(seen == [1, 2])
    token.cancel()
  }

  @Test("#193: a memo behind a branch that is not taken any more is not evaluated")
  func case193() {
    let a = Signal<Int?>(1)
    let b = Computed { a.value }
    let c = Computed { b.value.map { $0 + 1 } }
    let d = Computed { b.value == nil ? 0 : c.value }
    #expect(d.value == 2)
    a.value = nil
    #expect(d.value == 0)
    #expect(c.evaluations == 1)
  }

  @Test(
    "#194, #195: a chain over a gate follows it, observed or read by hand",
    arguments: [true, false])
  func case194(isObserved: Bool) {
    let items = Signal<[Int]?>(nil)
    let isLoaded = Computed { items.value != nil }
    let text = Computed { isLoaded.value ? "loaded" : "not loaded" }
    var seen: [String] = []
    let token = isObserved ? observe { seen.append(text.value) } : nil
    for (value, expected) in [([1], "loaded"), ([2], "loaded"), (nil, "not loaded")] {
      items.value = value
      use(isLoaded.value)
      #expect(text.value == expected)
    }
    if isObserved { #expect(seen == ["not loaded", "loaded", "not loaded"]) }
    token?.cancel()
  }

  @Test("#196: each of two inputs counts where the other stays the same")
  func case196() {
    let first = Signal(0)
    let second = Signal(0)
    let c1 = Computed { first.value }
    let c2 = Computed { first.value % 2 + second.value }
    let c3 = Computed { c1.value + c2.value }
    use(c3.value)
    first.value = 2
    #expect(c3.value == 2)
    second.value = 1
    #expect(c3.value == 3)
    #expect(c3.evaluations == 3)
  }

  @Test("#197: several writes that a memo hides evaluate nothing below it")
  func case197() {
    let a = Signal(0)
    let parity = Computed { a.value % 2 }
    let below = Computed { parity.value + 1 }
    var runs = 0
    let token = observe {
      use(below.value)
      runs += 1
    }
    for number in [2, 4, 6] { a.value = number }
    #expect([parity.evaluations, below.evaluations, runs] == [4, 1, 1])
    token.cancel()
  }

  @Test("#166, #198, #199: an input that is left and found again counts while it is read")
  func case198() {
    let flag = Signal(false)
    let a = Signal("a")
    var seen: [String] = []
    let token = observe { seen.append(flag.value ? a.value : "other") }
    a.value = "b"
    flag.value = true
    a.value = "c"
    flag.value = false
    a.value = "d"
    flag.value = true
    #expect(seen == ["other", "b", "c", "other", "d"])
    token.cancel()
  }

  @Test("#123, #132: batches that are undone, one after the other, evaluate and run nothing")
  func case132() {
    let a = Signal(0)
    let memo = Computed { a.value * 2 }
    var runs = 0
    let token = observe {
      use(memo.value)
      runs += 1
    }
    for number in 1...3 {
      batchUpdates {
        a.value = number
        a.value = 0
      }
    }
    #expect([memo.evaluations, runs] == [1, 1])
    token.cancel()
  }

  @Test("#42, #124, #127: an observer that is cancelled between two writes of a batch does not run")
  func case124() {
    let a = Signal(0)
    var runs = 0
    let token = observe {
      use(a.value)
      runs += 1
    }
    batchUpdates {
      a.value = 1
      token.cancel()
      a.value = 2
    }
    #expect(runs == 1)
  }

  @Test("#120: what a cleanup writes is seen by the others, at the end")
  func case120() {
    let a = Signal(0)
    let b = Signal(0)
    var seen: [Int] = []
    let first = observe {
      use(a.value)
      onCleanup { b.value = a.value }
    }
    let second = observe { seen.append(b.value) }
    a.value = 1
    #expect(seen == [0, 1])
    first.cancel()
    second.cancel()
  }

  @Test(
    "#226, #227, #228: an outer observer goes on after its inner ones have run", arguments: [1, 3])
  func case226(writes: Int) {
    let a = Signal(0)
    let inputs = [Signal(0), Signal(0)]
    var outerRuns = 0
    var innerRuns = [0, 0]
    let outer = observe {
      use(a.value)
      outerRuns += 1
      for index in inputs.indices {
        _ = observe {
          use(inputs[index].value)
          innerRuns[index] += 1
        }
      }
    }
    for number in 1...writes { inputs[0].value = number }
    #expect(outerRuns == 1)
    #expect(innerRuns == [1 + writes, 1])
    a.value = 1
    #expect(outerRuns == 2)
    #expect(innerRuns == [2 + writes, 2])
    outer.cancel()
  }

  @Test("#177, #247: what failed in one update leaves nothing for the next")
  func case177() {
    struct Failure: Error {}
    let a = Signal(0)
    let b = Signal(0)
    var runs = 0
    let failing = observe {
      if a.value == 1 { throw Failure() }
    } onError: { _ in
    }
    let other = observe {
      use(a.value)
      runs += 1
    }
    a.value = 1
    #expect(runs == 2)
    b.value = 1
    #expect(runs == 2)
    failing.cancel()
    other.cancel()
  }

  @Test("#160, #161: a chain that lost all its observers is right when it is read")
  func case161() {
    let a = Signal(0)
    let b = Computed { a.value + 1 }
    let c = Computed { b.value + 1 }
    var runs = 0
    let tokens = (0..<2).map { _ in
      observe {
        use(c.value)
        runs += 1
      }
    }
    a.value = 1
    for token in tokens { token.cancel() }
    a.value = 2
    #expect(runs == 4)
    #expect(c.value == 4)
    #expect([b.evaluations, c.evaluations] == [3, 3])
  }
}
