import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Computed evaluation") struct ComputedEvaluation {
    @Test("A memo is evaluated at its first read, not before")
    func lazy() {
      let a = Signal(0)
      let memo = Computed { a.value }
      a.value = 1
      #expect(memo.evaluations == 0)
      #expect(memo.value == 1)
      #expect(memo.evaluations == 1)
    }

    @Test("A memo that nobody reads is not evaluated by a write")
    func unread() {
      let a = Signal(0)
      let memo = Computed { a.value }
      use(memo.value)
      a.value = 1
      a.value = 2
      #expect(memo.evaluations == 1)
    }

    @Test("Several changed inputs cost one evaluation")
    func severalInputs() {
      let a = Signal(0)
      let b = Signal(0)
      let memo = Computed { a.value + b.value }
      use(memo.value)
      a.value = 1
      b.value = 1
      #expect(memo.value == 2)
      #expect(memo.evaluations == 2)
    }

    @Test("Reads between changes give the remembered value", arguments: [true, false])
    func remembered(isObserved: Bool) {
      let a = Signal(1)
      let memo = Computed { a.value }
      let token = isObserved ? observe { use(memo.value) } : nil
      for _ in 0..<10 { #expect(memo.value == 1) }
      #expect(memo.evaluations == 1)
      token?.cancel()
    }

    @Test("A memo without inputs is evaluated once")
    func constant() {
      let memo = Computed { 7 }
      let other = Signal(0)
      let token = observe { use(other.value) }
      for index in 1...5 {
        other.value = index
        #expect(memo.value == 7)
      }
      #expect(memo.evaluations == 1)
      token.cancel()
    }

    @Test("A chain passes a change through memos that were not read since")
    func chain() {
      let source = Signal(0)
      let first = Computed { source.value % 2 }
      let second = Computed { first.value }
      let third = Computed { second.value }
      use(third.value)
      source.value = 1
      use(second.value)
      source.value = 3
      #expect(third.value == 1)
      #expect(third.evaluations == 2)
    }

    @Test("A memo that stops being observed is still right, and starts again")
    func observedAndNot() {
      let a = Signal(0)
      let memo = Computed { a.value * 10 }
      var token: ObservationToken? = observe { use(memo.value) }
      a.value = 1
      token = nil
      a.value = 2
      #expect(memo.value == 20)
      var seen: [Int] = []
      token = observe { seen.append(memo.value) }
      a.value = 3
      #expect(seen == [20, 30])
      #expect(memo.evaluations == 4)
      token?.cancel()
    }

    @Test("A memo of a memo that is observed elsewhere is right while it is not")
    func passiveOnActive() {
      let a = Signal(0)
      let observed = Computed { a.value }
      let passive = Computed { observed.value + 1 }
      let token = observe { use(observed.value) }
      for index in 1...3 {
        a.value = index
        #expect(passive.value == index + 1)
      }
      #expect(observed.evaluations == 4)
      token.cancel()
    }

    @Test("Values of every type are remembered, nil among them")
    func optional() {
      let a = Signal<String?>(nil)
      let memo = Computed { a.value?.count }
      #expect(memo.value == nil)
      #expect(memo.value == nil)
      #expect(memo.evaluations == 1)
      a.value = "abc"
      #expect(memo.value == 3)
    }
  }

  @Suite("Stale evaluation") struct StaleEvaluation {
    @Test("An effect never sees a memo from before the write")
    func noStaleMemo() {
      let a = Signal(1)
      let double = Computed { a.value * 2 }
      var pairs: [[Int]] = []
      let token = observe { pairs.append([a.value, double.value]) }
      for number in 2...5 { a.value = number }
      #expect(pairs == [[1, 2], [2, 4], [3, 6], [4, 8], [5, 10]])
      token.cancel()
    }

    @Test("A memo read inside a batch is up to date, and after it too")
    func inBatch() {
      let a = Signal(1)
      let double = Computed { a.value * 2 }
      let token = observe { use(double.value) }
      batchUpdates {
        a.value = 5
        #expect(double.value == 10)
        a.value = 6
      }
      #expect(double.value == 12)
      token.cancel()
    }

    @Test("A memo read at an intermediate value notices the way back", arguments: [true, false])
    func intermediate(isReadAgain: Bool) {
      let a = Signal(1)
      let double = Computed { a.value * 2 }
      var seen: [Int] = []
      let token = observe { seen.append(double.value) }
      batchUpdates {
        a.value = 5
        #expect(double.value == 10)
        a.value = 1
        if isReadAgain { #expect(double.value == 2) }
      }
      #expect(double.value == 2)
      #expect(seen == [2])
      a.value = 5
      #expect(seen == [2, 10])
      token.cancel()
    }

    @Test("An effect that was skipped once still runs for the next change")
    func skippedThenRun() {
      let a = Signal(0)
      let isBig = Computed { a.value > 10 }
      var seen: [Bool] = []
      let token = observe { seen.append(isBig.value) }
      a.value = 5
      a.value = 11
      a.value = 12
      a.value = 3
      #expect(seen == [false, true, false])
      token.cancel()
    }

    @Test("A memo whose input's model is gone is evaluated anew")
    func deadInput() {
      var input: Signal<Int>? = Signal(1)
      let memo = Computed { [weak input] in input?.value ?? -1 }
      #expect(memo.value == 1)
      input = nil
      #expect(memo.value == -1)
    }

    @Test("An observed memo whose input's model is gone is evaluated when it is next read")
    func deadInputObserved() {
      var input: Signal<Int>? = Signal(1)
      let other = Signal(0)
      let memo = Computed { [weak input] in (input?.value ?? -1) + other.value }
      var seen: [Int] = []
      let token = observe { seen.append(memo.value) }
      input = nil
      #expect(seen == [1])
      #expect(memo.value == -1)
      // Reading it has found the change, which the effect is told.
      #expect(seen == [1, -1])
      other.value = 10
      #expect(seen == [1, -1, 9])
      token.cancel()
    }
  }
}
