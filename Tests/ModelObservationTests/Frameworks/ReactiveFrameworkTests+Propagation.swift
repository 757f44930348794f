import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Graph propagation") struct GraphPropagation {
    @Test("A diamond evaluates its join once for each change")
    func diamond() {
      let a = Signal(1)
      let left = Computed { a.value + 1 }
      let right = Computed { a.value * 2 }
      let join = Computed { left.value + right.value }
      var seen: [Int] = []
      let token = observe { seen.append(join.value) }
      a.value = 2
      a.value = 3
      #expect(seen == [4, 7, 10])
      #expect(join.evaluations == 3)
      token.cancel()
    }

    @Test("A diamond with a tail passes one change on")
    func diamondWithTail() {
      let a = Signal("a")
      let left = Computed { a.value }
      let right = Computed { a.value }
      let join = Computed { left.value + " " + right.value }
      let tail = Computed { join.value }
      var runs = 0
      let token = observe {
        use(tail.value)
        runs += 1
      }
      a.value = "aa"
      #expect(tail.value == "aa aa")
      #expect(runs == 2)
      #expect(tail.evaluations == 2)
      token.cancel()
    }

    @Test("Nothing is evaluated below a memo whose value stays the same")
    func bailOut() {
      let a = Signal(1)
      let constant = Computed {
        use(a.value)
        return "foo"
      }
      let below = Computed { constant.value }
      var runs = 0
      let token = observe {
        use(below.value)
        runs += 1
      }
      a.value = 2
      #expect((constant.evaluations, below.evaluations, runs) == (2, 1, 1))
      token.cancel()
    }

    @Test("A join with one unchanged branch is evaluated for the other")
    func oneBranchUnchanged() {
      let a = Signal(1)
      let changing = Computed { a.value }
      let constant = Computed {
        use(a.value)
        return 0
      }
      let join = Computed { changing.value + constant.value }
      let token = observe { use(join.value) }
      a.value = 2
      #expect(join.value == 2)
      #expect(join.evaluations == 2)
      token.cancel()
    }

    @Test("A join of unchanged branches is not evaluated")
    func allBranchesUnchanged() {
      let a = Signal(1)
      let first = Computed { () -> Int in
        use(a.value)
        return 1
      }
      let second = Computed { () -> Int in
        use(a.value)
        return 2
      }
      let join = Computed { first.value + second.value }
      let token = observe { use(join.value) }
      a.value = 2
      #expect(join.evaluations == 1)
      token.cancel()
    }

    @Test("Branches of different length arrive together", arguments: [2, 5, 17])
    func unevenBranches(length: Int) {
      let a = Signal(0)
      var chain = [Computed { a.value }]
      for _ in 1..<length {
        let previous = chain[chain.count - 1]
        chain.append(Computed { previous.value })
      }
      let end = chain[length - 1]
      var seen: [[Int]] = []
      let token = observe { seen.append([a.value, end.value]) }
      a.value = 1
      a.value = 2
      #expect(seen == [[0, 0], [1, 1], [2, 2]])
      token.cancel()
    }

    @Test("A jagged diamond runs its effect once")
    func jaggedDiamond() {
      let a = Signal(1)
      let b = Computed { a.value }
      let c = Computed { a.value }
      let d = Computed { c.value }
      let e = Computed { b.value + d.value }
      let f = Computed { e.value }
      let g = Computed { e.value }
      var order: [String] = []
      let first = observe { order.append("f\(f.value)") }
      let second = observe { order.append("g\(g.value)") }
      order = []
      a.value = 2
      #expect(order == ["f4", "g4"])
      #expect(e.evaluations == 2)
      first.cancel()
      second.cancel()
    }

    @Test("Every subscriber of a wide source runs once", arguments: [1, 10, 1_000])
    func wide(width: Int) {
      let a = Signal(0)
      var runs = 0
      let tokens = (0..<width).map { _ in
        observe {
          use(a.value)
          runs += 1
        }
      }
      a.value = 1
      #expect(runs == 2 * width)
      for token in tokens { token.cancel() }
    }

    @Test("Effects of one source run in the order in which they subscribed")
    func order() {
      let a = Signal(0)
      var order: [Int] = []
      let tokens = (0..<5).map { index in
        observe {
          use(a.value)
          order.append(index)
        }
      }
      order = []
      a.value = 1
      #expect(order == [0, 1, 2, 3, 4])
      for token in tokens { token.cancel() }
    }

    @Test("Many sources of one memo count each, and once together in a batch")
    func manySources() {
      let sources = (0..<20).map { Signal($0) }
      let sum = Computed { sources.reduce(0) { $0 + $1.value } }
      var seen: [Int] = []
      let token = observe { seen.append(sum.value) }
      sources[3].value += 100
      batchUpdates { for source in sources { source.value += 1 } }
      #expect(seen == [190, 290, 310])
      token.cancel()
    }

    @Test("Two memos of one parity are read consistently")
    func parity() {
      let a = Signal(0)
      let isOdd = Computed { !a.value.isMultiple(of: 2) }
      let isEven = Computed { a.value.isMultiple(of: 2) }
      var contradictions = 0
      let token = observe { if isOdd.value == isEven.value { contradictions += 1 } }
      for number in 1...20 { a.value = number }
      #expect(contradictions == 0)
      token.cancel()
    }

    @Test("A ladder of diamonds is linear in its rungs, observed or not", arguments: [true, false])
    func ladder(isObserved: Bool) {
      let a = Signal(1)
      var left = Computed { a.value }
      var right = Computed { a.value }
      var all = [left, right]
      for _ in 0..<40 {
        let (upperLeft, upperRight) = (left, right)
        left = Computed { (upperLeft.value + upperRight.value) % 1_000_003 }
        right = Computed { (upperLeft.value * 2 + upperRight.value) % 1_000_003 }
        all += [left, right]
        use(left.value + right.value)
      }
      let end = left
      let token = isObserved ? observe { use(end.value) } : nil
      for memo in all { #expect(memo.evaluations == 1) }
      a.value = 2
      use(end.value)
      // The last right-hand memo is not read.
      for memo in all.dropLast() { #expect(memo.evaluations == 2) }
      token?.cancel()
    }

    @Test("Unrelated writes evaluate nothing")
    func unrelated() {
      let a = Signal(1)
      let other = Signal(1)
      let memo = Computed { a.value }
      var runs = 0
      let token = observe {
        use(memo.value)
        runs += 1
      }
      other.value = 2
      #expect((memo.evaluations, runs) == (1, 1))
      token.cancel()
      other.value = 3
      use(memo.value)
      #expect(memo.evaluations == 1)
    }

    @Test("Flags set while checking are still right")
    func indirectUpdateWhileChecking() {
      let a = Signal(false)
      let b = Computed { a.value }
      let c = Computed {
        use(b.value)
        return 0
      }
      let d = Computed {
        use(c.value)
        return b.value
      }
      #expect(!d.value)
      a.value = true
      #expect(d.value)
    }

    @Test("A change that a modulo hides and one that it does not")
    func modulo() {
      let a = Signal(0)
      let b = Computed { a.value % 2 }
      let c = Computed { b.value }
      let d = Computed { c.value }
      #expect(d.value == 0)
      a.value = 1
      #expect(c.value == 1)
      a.value = 3
      #expect(d.value == 1)
      #expect(c.evaluations == 2)
    }
  }
}
