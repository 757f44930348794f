import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Inner writes") struct InnerWrites {
    @Test("An effect may write what another reads")
    func writeBack() {
      let a = Signal(0)
      let b = Signal(0)
      let token = observe { b.value = a.value * 2 }
      a.value = 5
      #expect(b.value == 10)
      token.cancel()
    }

    @Test("Writes settle: an effect that writes its own input runs until it agrees")
    func settles() {
      let counter = Signal(0)
      var runs = 0
      let token = observe {
        runs += 1
        if counter.value < 5 { counter.value += 1 }
      }
      #expect((counter.value, runs) == (5, 6))
      token.cancel()
    }

    @Test("An effect that clamps its input")
    func clamp() {
      let a = Signal(0)
      var seen: [Int] = []
      let clamping = observe { if a.value > 10 { a.value = 10 } }
      let reader = observe { seen.append(a.value) }
      a.value = 20
      #expect(seen == [0, 10])
      a.value = 30
      // It is 10 again before the reader's turn: it has nothing new to see.
      #expect(seen == [0, 10])
      clamping.cancel()
      reader.cancel()
    }

    @Test("A listener that writes back its former value leaves nothing for the second")
    func writeBackFormerValue() {
      let a = Signal(0)
      var seen: [Int] = []
      let first = observe { if a.value == 1 { a.value = 0 } }
      let second = observe { seen.append(a.value) }
      a.value = 1
      #expect(a.value == 0)
      #expect(seen.last == 0)
      first.cancel()
      second.cancel()
    }

    @Test("A listener that changes the value leaves the last for the second")
    func writeBackOtherValue() {
      let a = Signal(0)
      var seen: [Int] = []
      let first = observe { if a.value == 1 { a.value = 10 } }
      let second = observe { seen.append(a.value) }
      a.value = 1
      #expect(seen == [0, 10])
      first.cancel()
      second.cancel()
    }

    @Test("A reset through a memo settles each time")
    func resetThroughMemo() {
      let s = Signal(false)
      let c = Computed { s.value }
      var runs = 0
      let token = observe {
        runs += 1
        if c.value { s.value = false }
      }
      s.value = true
      #expect((s.value, runs) == (false, 3))
      s.value = true
      #expect((s.value, runs) == (false, 5))
      token.cancel()
    }

    @Test("Writing before reading in the same run does not run it again")
    func writeThenRead() {
      let a = Signal(0)
      var runs = 0
      let trigger = Signal(0)
      let token = observe {
        runs += 1
        a.value = trigger.value
        use(a.value)
      }
      trigger.value = 1
      #expect(runs == 2)
      #expect(a.value == 1)
      token.cancel()
    }

    @Test("A value written in a run is read back in it")
    func readAfterWrite() {
      let a = Signal(0)
      let b = Signal(0)
      var seen: [Int] = []
      let token = observe {
        b.value = a.value + 1
        seen.append(untracked { b.value })
      }
      a.value = 1
      #expect(seen == [1, 2])
      token.cancel()
    }

    @Test("Effects chained through writes run in order, each once")
    func chain() {
      let signals = (0..<10).map { _ in Signal(0) }
      var runs = 0
      let tokens = (1..<10).map { index in
        observe {
          signals[index].value = signals[index - 1].value
          runs += 1
        }
      }
      runs = 0
      signals[0].value = 7
      #expect(signals[9].value == 7)
      #expect(runs == 9)
      for token in tokens { token.cancel() }
    }

    @Test("A later effect that feeds an earlier one runs it again")
    func backwards() {
      let a = Signal(0)
      let b = Signal(0)
      var seen: [Int] = []
      let reader = observe { seen.append(b.value) }
      let writer = observe { b.value = a.value * 2 }
      a.value = 1
      #expect(seen == [0, 2])
      reader.cancel()
      writer.cancel()
    }

    @Test("A memo may write to something else, which then notifies")
    func memoWrites() {
      let source = Signal(0)
      let side = Signal(0)
      let memo = Computed { () -> Int in
        side.value = source.value * 10
        return source.value
      }
      var seen: [Int] = []
      let token = observe { seen.append(side.value) }
      use(memo.value)
      source.value = 1
      use(memo.value)
      #expect(side.value == 10)
      #expect(seen == [0, 10])
      token.cancel()
    }

    @Test("A memo that writes the same each time notifies nobody")
    func memoWritesTheSame() {
      let source = Signal(0)
      let side = Signal(0)
      let memo = Computed { () -> Int in
        side.value = 0
        return source.value
      }
      var runs = 0
      let token = observe {
        use(side.value)
        runs += 1
      }
      source.value = 1
      use(memo.value)
      #expect(runs == 1)
      token.cancel()
    }

    @Test("A memo that writes two values shows them together")
    func memoWritesTwo() {
      let source = Signal(0)
      let b = Signal(0)
      let c = Signal(0)
      let writer = Computed { () -> Int in
        b.value = source.value
        c.value = source.value
        return source.value
      }
      var pairs: [[Int]] = []
      let token = observe { pairs.append([b.value, c.value]) }
      use(writer.value)
      source.value = 1
      use(writer.value)
      #expect(pairs == [[0, 0], [1, 1]])
      token.cancel()
    }

    @Test("A memo that changes its own input is evaluated at each read")
    func memoWritesItsInput() {
      let s = Signal(1)
      let memo = Computed { () -> Int in
        s.value = s.value + 1
        return s.value
      }
      let values = [memo.value, s.value, memo.value, s.value]
      #expect(values == [2, 2, 3, 3])
    }

    @Test("A conditional write settles across two signals")
    func conditional() {
      let a = Signal(0)
      let b = Signal(0)
      let token = observe { if a.value > 0 && b.value == 0 { b.value = a.value } }
      a.value = 5
      #expect(b.value == 5)
      token.cancel()
    }

    @Test("Two effects that feed each other stop where they agree")
    func pingPong() {
      let a = Signal(0)
      let b = Signal(0)
      let first = observe { if a.value < 100 { b.value = a.value } }
      let second = observe { if b.value < 100 { a.value = b.value + 1 } }
      #expect((a.value, b.value) == (100, 99))
      first.cancel()
      second.cancel()
    }

    @Test("A cleanup that writes the effect's own input does not run it for ever")
    func cleanupWrites() {
      let a = Signal(0)
      var runs = 0
      let token = observe {
        runs += 1
        use(a.value)
        onCleanup { a.value = 999 }
      }
      a.value = 1
      #expect(runs == 2)
      #expect(a.value == 999)
      token.cancel()
    }

    @Test("A change in a change callback is one more change")
    func oneShotWrites() {
      let a = Signal(0)
      let b = Signal(0)
      var seen: [Int] = []
      let token = observe { seen.append(b.value) }
      withTracking {
        use(a.value)
      } onChange: {
        b.value = a.value
      }
      a.value = 3
      #expect(seen == [0, 3])
      token.cancel()
    }
  }
}
