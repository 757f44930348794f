import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Dynamic dependencies") struct DynamicDependencies {
    @Test("Only the branch taken is a dependency")
    func branch() {
      let condition = Signal(true)
      let first = Signal("a")
      let second = Signal("b")
      var seen: [String] = []
      let token = observe { seen.append(condition.value ? first.value : second.value) }
      second.value = "bb"
      condition.value = false
      first.value = "aa"
      second.value = "bbb"
      #expect(seen == ["a", "bb", "bbb"])
      token.cancel()
    }

    @Test("A branch inside a memo is switched and switched back", arguments: [true, false])
    func branchInMemo(isObserved: Bool) {
      let condition = Signal(true)
      let first = Signal(1)
      let second = Signal(10)
      let memo = Computed { condition.value ? first.value : second.value }
      let token = isObserved ? observe { use(memo.value) } : nil
      #expect(memo.value == 1)
      condition.value = false
      #expect(memo.value == 10)
      first.value = 2
      #expect(memo.value == 10)
      #expect(memo.evaluations == 2)
      condition.value = true
      #expect(memo.value == 2)
      second.value = 20
      #expect(memo.value == 2)
      #expect(memo.evaluations == 3)
      token?.cancel()
    }

    @Test("A branch that the new values rule out is not evaluated")
    func guardedBranch() {
      let values = Signal<[Int]?>([1])
      let isSome = Computed { values.value != nil }
      var evaluatedNil = false
      let first = Computed { () -> Int in
        guard let values = values.value else {
          evaluatedNil = true
          return -1
        }
        return values[0]
      }
      var seen: [Int] = []
      let token = observe { seen.append(isSome.value ? first.value : 0) }
      values.value = nil
      #expect(seen == [1, 0])
      #expect(!evaluatedNil)
      token.cancel()
    }

    @Test("A dependency dropped by the last run does not run it")
    func dropped() {
      let count = Signal(0)
      let other = Signal(0)
      var runs = 0
      let token = observe {
        runs += 1
        if count.value == 0 { use(other.value) }
      }
      count.value = 1
      other.value = 1
      #expect(runs == 2)
      token.cancel()
    }

    @Test("Dependencies may be read in another order each time")
    func reordered() {
      let sources = (0..<4).map { Signal($0) }
      let turn = Signal(0)
      var seen: [Int] = []
      let token = observe {
        let start = turn.value
        seen = (0..<4).map { sources[($0 + start) % 4].value }
      }
      for round in 1...8 {
        turn.value = round
        sources[round % 4].value += 10
        #expect(seen == (0..<4).map { sources[($0 + round) % 4].value })
      }
      token.cancel()
    }

    @Test("Reading one source many times, in turns with another, makes one edge")
    func repeatedReads() {
      let a = Signal(0)
      let b = Signal(0)
      var runs = 0
      let token = observe {
        runs += 1
        for _ in 0..<100 { use(a.value + b.value) }
      }
      a.value = 1
      b.value = 1
      #expect(runs == 3)
      token.cancel()
    }

    @Test("A memo that becomes unused is not evaluated any more")
    func unusedMemo() {
      let a = Signal(0)
      let isOn = Signal(true)
      let memo = Computed { a.value }
      let token = observe { if isOn.value { use(memo.value) } }
      a.value = 1
      isOn.value = false
      a.value = 2
      a.value = 3
      #expect(memo.evaluations == 2)
      isOn.value = true
      #expect(memo.evaluations == 3)
      token.cancel()
    }

    @Test("A memo used by two keeps going when one stops")
    func sharedMemo() {
      let a = Signal(0)
      let memo = Computed { a.value * 2 }
      var seen: [Int] = []
      let first = observe { use(memo.value) }
      let second = observe { seen.append(memo.value) }
      first.cancel()
      a.value = 1
      #expect(seen == [0, 2])
      #expect(memo.evaluations == 2)
      second.cancel()
    }

    @Test("Two memos may swap who reads whom")
    func reversed() {
      let flag = Signal(false)
      var second: Computed<Int>!
      let first = Computed { flag.value ? second.value + 1 : 1 }
      second = Computed { flag.value ? 10 : first.value + 1 }
      var seen: [[Int]] = []
      let token = observe { seen.append([first.value, second.value]) }
      flag.value = true
      flag.value = false
      #expect(seen == [[1, 2], [11, 10], [1, 2]])
      token.cancel()
    }

    @Test("A source made inside a memo is its dependency")
    func sourceMadeInside() {
      var made: Signal<Int>!
      let memo = Computed { () -> Int in
        if made == nil { made = Signal(1) }
        return made.value
      }
      var seen: [Int] = []
      let token = observe { seen.append(memo.value) }
      made.value = 2
      #expect(seen == [1, 2])
      token.cancel()
    }

    @Test("A dependency found late takes part in later changes")
    func foundLate() {
      let list = Signal([Signal(1)])
      let sum = Computed { list.value.reduce(0) { $0 + $1.value } }
      var seen: [Int] = []
      let token = observe { seen.append(sum.value) }
      let added = Signal(10)
      list.value.append(added)
      added.value = 20
      list.value.removeFirst()
      #expect(seen == [1, 11, 21, 20])
      token.cancel()
    }

    @Test("An error path leaves the dependencies read before it")
    func thrownBeforeTheRest() {
      struct Failure: Error {}
      let a = Signal(0)
      let b = Signal(0)
      var errors = 0
      let token = observe {
        if a.value == 1 { throw Failure() }
        use(b.value)
      } onError: { _ in
        errors += 1
      }
      a.value = 1
      b.value = 1
      #expect(errors == 1)
      a.value = 2
      b.value = 2
      #expect(errors == 1)
      token.cancel()
    }

    @Test("Random graphs always agree with a plain evaluation", arguments: 0..<20)
    func random(seed: Int) {
      var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1
      func random(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
      }
      let sources = (0..<6).map { Signal($0) }
      var memos: [Computed<Int>] = []
      var plain: [() -> Int] = []
      for index in 0..<12 {
        let inputs = (0..<3).map { _ in random(below: 6 + index) }
        let read = { (input: Int) in
          input < 6 ? sources[input].value : memos[input - 6].value
        }
        let readPlain = { (input: Int) in
          input < 6 ? sources[input].value : plain[input - 6]()
        }
        memos.append(
          Computed {
            let first = read(inputs[0])
            return first.isMultiple(of: 2) ? read(inputs[1]) / 2 : first + read(inputs[2])
          })
        plain.append {
          let first = readPlain(inputs[0])
          return first.isMultiple(of: 2) ? readPlain(inputs[1]) / 2 : first + readPlain(inputs[2])
        }
      }
      var tokens: [Int: ObservationToken] = [:]
      var observed: [Int: Int] = [:]
      for _ in 0..<200 {
        let index = random(below: memos.count)
        switch random(below: 4) {
        case 0:
          tokens[index] = observe { observed[index] = memos[index].value }
        case 1:
          tokens[index] = nil
        case 2:
          batchUpdates {
            for _ in 0..<3 { sources[random(below: 6)].value = random(below: 10) }
          }
        default:
          sources[random(below: 6)].value = random(below: 10)
        }
        #expect(memos[index].value == untracked { plain[index]() })
        for (index, _) in tokens { #expect(observed[index] == untracked { plain[index]() }) }
      }
    }
  }
}
