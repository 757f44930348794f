import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Batching") struct Batching {
    @Test("Several writes run an effect once")
    func once() {
      let a = Signal(0)
      let b = Signal(0)
      var seen: [Int] = []
      let token = observe { seen.append(a.value + b.value) }
      batchUpdates {
        a.value = 1
        b.value = 10
        a.value = 2
      }
      #expect(seen == [0, 12])
      token.cancel()
    }

    @Test("Nested batches end with the outermost")
    func nested() {
      let a = Signal(0)
      var seen: [Int] = []
      let token = observe { seen.append(a.value) }
      batchUpdates {
        batchUpdates { a.value = 1 }
        #expect(seen == [0])
        batchUpdates { a.value = 2 }
      }
      #expect(seen == [0, 2])
      token.cancel()
    }

    @Test("A batch gives what its body gives")
    func result() {
      #expect(batchUpdates { 42 } == 42)
    }

    @Test("A batch that throws passes the error on, and what it wrote")
    func throwing() {
      struct Failure: Error {}
      let a = Signal(0)
      var seen: [Int] = []
      let token = observe { seen.append(a.value) }
      #expect(throws: Failure.self) {
        try batchUpdates { () throws(Failure) in
          a.value = 1
          throw Failure()
        }
      }
      a.value = 2
      #expect(seen == [0, 1, 2])
      token.cancel()
    }

    @Test("A value that comes back notifies nobody")
    func reverted() {
      let a = Signal("a")
      let upper = Computed { a.value.uppercased() }
      var runs = 0
      let token = observe {
        use(upper.value)
        runs += 1
      }
      batchUpdates {
        a.value = "b"
        a.value = "c"
        a.value = "a"
      }
      #expect((runs, upper.evaluations) == (1, 1))
      a.value = "b"
      #expect((runs, upper.evaluations) == (2, 2))
      token.cancel()
    }

    @Test("One of two that does not come back notifies")
    func halfReverted() {
      let a = Signal(0)
      let b = Signal(0)
      var seen: [[Int]] = []
      let token = observe { seen.append([a.value, b.value]) }
      batchUpdates {
        a.value = 1
        b.value = 1
        a.value = 0
      }
      #expect(seen == [[0, 0], [0, 1]])
      token.cancel()
    }

    @Test("An in-place change that comes back does too, for trivial values")
    func revertedInPlace() {
      let a = Signal(5)
      var runs = 0
      let token = observe {
        use(a.value)
        runs += 1
      }
      batchUpdates {
        a.value += 1
        a.value -= 1
      }
      #expect(runs == 1)
      token.cancel()
    }

    @Test("Reads inside a batch see its writes, in memos as well")
    func readsInside() {
      let a = Signal(0)
      let double = Computed { a.value * 2 }
      batchUpdates {
        a.value = 3
        #expect(a.value == 3)
        #expect(double.value == 6)
      }
    }

    @Test("An observer made inside a batch runs at once, and only for later changes again")
    func madeInside() {
      let a = Signal(0)
      var seen: [Int] = []
      var token: ObservationToken?
      batchUpdates {
        a.value = 1
        token = observe { seen.append(a.value) }
        #expect(seen == [1])
        a.value = 2
      }
      #expect(seen == [1, 2])
      token?.cancel()
    }

    @Test("An empty batch, and one that writes what nobody observes, run nothing")
    func nothing() {
      let a = Signal(0)
      let b = Signal(0)
      var runs = 0
      let token = observe {
        use(a.value)
        runs += 1
      }
      batchUpdates {}
      batchUpdates { b.value = 1 }
      #expect(runs == 1)
      token.cancel()
    }

    @Test("The writes of a run make one change, in a batch or not", arguments: [true, false])
    func effectIsABatch(isBatch: Bool) {
      let trigger = Signal(0)
      let a = Signal(0)
      let b = Signal(0)
      var seen: [Int] = []
      let reader = observe { seen.append(a.value + b.value) }
      let writer = observe {
        let write = {
          a.value = trigger.value
          b.value = trigger.value
        }
        if isBatch { batchUpdates(write) } else { write() }
      }
      trigger.value = 1
      #expect(seen == [0, 2])
      reader.cancel()
      writer.cancel()
    }

    @Test("A one-shot observer fires at the end of the batch, once")
    func oneShot() {
      let a = Signal(0)
      var seen: [Int] = []
      withTracking {
        use(a.value)
      } onChange: {
        seen.append(a.value)
      }
      batchUpdates {
        a.value = 1
        a.value = 2
        #expect(seen == [])
      }
      a.value = 3
      #expect(seen == [2])
    }

    @Test("A one-shot observer does not fire for a value that comes back, and stays")
    func oneShotReverted() {
      let a = Signal(0)
      var fired = 0
      withTracking {
        use(a.value)
      } onChange: {
        fired += 1
      }
      batchUpdates {
        a.value = 1
        a.value = 0
      }
      #expect(fired == 0)
      a.value = 1
      #expect(fired == 1)
    }

    @Test("Dependencies that change inside a batch are followed", arguments: 1...5)
    func dynamic(rounds: Int) {
      let pick = Signal(0)
      let values = (0..<6).map { Signal($0) }
      var seen: [Int] = []
      let token = observe { seen.append(values[pick.value].value) }
      for round in 1...rounds {
        batchUpdates {
          pick.value = round
          values[round].value = round * 100
          values[0].value += 1
        }
        #expect(seen.last == round * 100)
      }
      #expect(seen.count == rounds + 1)
      token.cancel()
    }

    @Test("The values from before a batch are not kept after it")
    func snapshotsAreFreed() {
      let count = Lifetime.Count()
      let a = Signal<Lifetime?>(Lifetime(count))
      let token = observe { use(a.value == nil) }
      batchUpdates {
        a.value = Lifetime(count)
        a.value = Lifetime(count)
      }
      #expect(count.living == 1)
      a.value = nil
      #expect(count.living == 0)
      token.cancel()
    }

    @Test("A model may die inside the batch that changed it")
    func modelDies() {
      var a: Signal<Int>? = Signal(0)
      let token = observe { [weak a] in use(a?.value) }
      batchUpdates {
        a?.value = 1
        a = nil
      }
      token.cancel()
    }
  }
}
