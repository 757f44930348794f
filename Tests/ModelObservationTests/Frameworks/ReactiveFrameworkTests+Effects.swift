import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Effect lifecycle") struct EffectLifecycle {
    @Test("An effect runs when it is made, and after each change")
    func runs() {
      let a = Signal("a")
      var seen: [String] = []
      let token = observe { seen.append(a.value) }
      a.value = "b"
      a.value = "c"
      #expect(seen == ["a", "b", "c"])
      token.cancel()
    }

    @Test("A cancelled effect does not run again, whatever is written")
    func cancelled() {
      let a = Signal(0)
      let b = Signal(0)
      var runs = 0
      let token = observe {
        use(a.value + b.value)
        runs += 1
      }
      token.cancel()
      token.cancel()
      #expect(token.isCancelled)
      a.value = 1
      b.value = 1
      batchUpdates { a.value = 2 }
      #expect(runs == 1)
    }

    @Test("Cleanups run before each run and at the end, once")
    func cleanup() {
      let a = Signal(0)
      var log: [String] = []
      let token = observe {
        let value = a.value
        log.append("run \(value)")
        onCleanup { log.append("clean \(value)") }
      }
      a.value = 1
      token.cancel()
      token.cancel()
      #expect(log == ["run 0", "clean 0", "run 1", "clean 1"])
    }

    @Test("Cleanups of one run go newest first")
    func cleanupOrder() {
      var log: [Int] = []
      let token = observe { for index in 0..<3 { onCleanup { log.append(index) } } }
      token.cancel()
      #expect(log == [2, 1, 0])
    }

    @Test("What a cleanup reads is not a dependency, of whoever runs it")
    func cleanupReads() {
      let a = Signal(0)
      let b = Signal(0)
      var innerRuns = 0
      var outerRuns = 0
      let inner = observe {
        use(a.value)
        innerRuns += 1
        onCleanup { use(b.value) }
      }
      let outer = observe {
        outerRuns += 1
        if a.value == 1 { inner.cancel() }
      }
      a.value = 1
      #expect((innerRuns, outerRuns) == (2, 2))
      b.value = 1
      #expect((innerRuns, outerRuns) == (2, 2))
      outer.cancel()
    }

    @Test("A cleanup reads fresh memos")
    func cleanupReadsMemo() {
      let a = Signal(1)
      let double = Computed { a.value * 2 }
      var seen: [Int] = []
      let token = observe {
        use(a.value)
        onCleanup { seen.append(double.value) }
      }
      a.value = 5
      #expect(seen == [10])
      token.cancel()
    }

    @Test("A cleanup outside an observer is dropped")
    func cleanupOutside() {
      let count = Lifetime.Count()
      let lifetime = Lifetime(count)
      onCleanup { use(lifetime) }
      withExtendedLifetime(lifetime) {}
      #expect(count.living <= 1)
    }

    @Test("An effect may cancel itself, and finishes its run")
    func cancelsItself() {
      let a = Signal(0)
      let b = Signal(0)
      var log: [Int] = []
      var token: ObservationToken?
      token = observe {
        log.append(a.value)
        if a.value == 1 { token?.cancel() }
        use(b.value)
      }
      a.value = 1
      b.value = 1
      a.value = 2
      #expect(log == [0, 1])
    }

    @Test("An effect may drop its own token")
    func dropsItself() {
      let a = Signal(0)
      var runs = 0
      var token: ObservationToken?
      token = observe {
        runs += 1
        if a.value == 1 { token = nil }
      }
      a.value = 1
      a.value = 2
      #expect(runs == 2)
      #expect(token == nil)
    }

    @Test("A cleanup may cancel its effect, which then does not run")
    func cleanupCancels() {
      let a = Signal(0)
      var runs = 0
      var token: ObservationToken?
      token = observe {
        use(a.value)
        runs += 1
        onCleanup { token?.cancel() }
      }
      a.value = 1
      a.value = 2
      #expect(runs == 1)
    }

    @Test("An effect cancelled by one before it does not run")
    func cancelledBySibling() {
      let a = Signal(0)
      var second: ObservationToken?
      var runs = 0
      let first = observe { if a.value == 1 { second?.cancel() } }
      second = observe {
        use(a.value)
        runs += 1
      }
      a.value = 1
      #expect(runs == 1)
      first.cancel()
    }

    @Test("A memo that cancels one of its effects leaves the other")
    func memoCancels() {
      let s = Signal(0)
      var first: ObservationToken?
      let memo = Computed { () -> Int in
        if s.value == 1 { first?.cancel() }
        return s.value
      }
      var firstRuns = 0
      var seen: [Int] = []
      first = observe {
        use(memo.value)
        firstRuns += 1
      }
      let second = observe { seen.append(memo.value) }
      for number in 1...3 { s.value = number }
      #expect(firstRuns == 1)
      #expect(seen == [0, 1, 2, 3])
      second.cancel()
    }

    @Test("A memo that cancels the only effect that reads it")
    func memoCancelsOnlyEffect() {
      let s = Signal(0)
      var token: ObservationToken?
      let same = Computed { () -> Int in
        use(s.value)
        return 0
      }
      let cancelling = Computed { () -> Int in
        if s.value == 1 { token?.cancel() }
        return s.value
      }
      let join = Computed { same.value + cancelling.value * 0 }
      token = observe { use(join.value) }
      s.value = 1
      s.value = 2
      #expect(join.value == 0)
    }

    @Test("A memo made anew in each run reads the latest value")
    func memoMadeInside() {
      let a = Signal(1)
      var made: Computed<Int>?
      let token = observe {
        made = Computed { a.value }
        use(made?.value)
      }
      a.value = 2
      a.value = 3
      #expect(made?.value == 3)
      token.cancel()
    }

    @Test("An effect without dependencies runs once")
    func noDependencies() {
      var runs = 0
      let token = observe { runs += 1 }
      #expect(runs == 1)
      #expect(!token.isCancelled)
      token.cancel()
    }

    @Test("A closure is freed with its token")
    func closureFreed() {
      let count = Lifetime.Count()
      let a = Signal(0)
      var token: ObservationToken? = { () -> ObservationToken in
        let lifetime = Lifetime(count)
        return observe {
          use(lifetime)
          use(a.value)
        }
      }()
      #expect(count.living == 1)
      token?.cancel()
      #expect(count.living == 0)
      token = nil
    }
  }
}
