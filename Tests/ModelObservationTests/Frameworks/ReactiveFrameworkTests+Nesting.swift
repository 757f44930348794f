import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Nested effects") struct NestedEffects {
    @Test("The outer effect runs before the inner one")
    func order() {
      let a = Signal(0)
      var log: [String] = []
      var inner: ObservationToken?
      let outer = observe {
        // The inner one subscribes first.
        inner = observe { log.append("inner \(a.value)") }
        log.append("outer \(a.value)")
      }
      log = []
      a.value = 1
      #expect(log == ["inner 1", "outer 1"])
      outer.cancel()
      #expect(inner?.isCancelled == true)
    }

    @Test("An inner effect that the outer one rules out does not run")
    func ruledOut() {
      let user = Signal<String?>("Ada")
      var inner: ObservationToken?
      var seen: [Int] = []
      let outer = observe {
        if user.value != nil { inner = observe { seen.append(user.value!.count) } }
      }
      user.value = nil
      #expect(seen == [3])
      #expect(inner?.isCancelled == true)
      outer.cancel()
    }

    @Test(
      "An inner effect follows its own dependencies, and the outer one its own", arguments: 1...3)
    func independentDependencies(writes: Int) {
      let a = Signal(0)
      let b = Signal(0)
      var outerRuns = 0
      var innerRuns = 0
      var inner: ObservationToken?
      let outer = observe {
        use(a.value)
        outerRuns += 1
        inner = observe {
          use(b.value)
          innerRuns += 1
        }
      }
      for index in 1...writes { b.value = index }
      #expect((outerRuns, innerRuns) == (1, 1 + writes))
      a.value = 1
      #expect((outerRuns, innerRuns) == (2, 2 + writes))
      use(inner)
      outer.cancel()
    }

    @Test("The inner effects of the last run have ended, though their tokens are kept")
    func cleaned() {
      let a = Signal(0)
      let b = Signal(0)
      let c = Signal(0)
      var tokens: [ObservationToken] = []
      var runs = [0, 0]
      let outer = observe {
        use(a.value)
        tokens.append(
          observe {
            use(b.value)
            runs[0] += 1
          })
        tokens.append(
          observe {
            use(c.value)
            runs[1] += 1
          })
      }
      a.value = 1
      a.value = 2
      runs = [0, 0]
      b.value = 1
      #expect(runs == [1, 0])
      c.value = 1
      #expect(runs == [1, 1])
      outer.cancel()
      b.value = 2
      #expect(runs == [1, 1])
    }

    @Test("An inner effect lives as long as the run that made it, without a token of its own")
    func adopted() {
      let b = Signal(0)
      var runs = 0
      let outer = observe {
        _ = observe {
          use(b.value)
          runs += 1
        }
      }
      b.value = 1
      #expect(runs == 2)
      outer.cancel()
      b.value = 2
      #expect(runs == 2)
    }

    @Test("Three levels end together, the innermost first")
    func threeLevels() {
      var log: [String] = []
      let outer = observe {
        onCleanup { log.append("outer") }
        _ = observe {
          onCleanup { log.append("middle") }
          _ = observe { onCleanup { log.append("inner") } }
        }
        _ = observe { onCleanup { log.append("second") } }
      }
      outer.cancel()
      #expect(log == ["second", "inner", "middle", "outer"])
    }

    @Test("The cleanups of inner effects run before the outer one runs again")
    func cleanupBeforeRun() {
      let a = Signal(0)
      var log: [String] = []
      let outer = observe {
        log.append("outer \(a.value)")
        _ = observe { onCleanup { log.append("inner gone") } }
      }
      a.value = 1
      #expect(log == ["outer 0", "inner gone", "outer 1"])
      outer.cancel()
    }

    @Test("Outer effects are looked at from the outermost inwards, and run only for what they read")
    func levels() {
      let a = Signal(0)
      let tens = Computed { a.value / 10 }
      var log: [String] = []
      let outer = observe {
        // The inner ones subscribe first.
        _ = observe {
          _ = observe { log.append("inner \(a.value)") }
          log.append("middle \(a.value)")
        }
        log.append("outer \(tens.value)")
      }
      log = []
      a.value = 1
      #expect(log == ["inner 1", "middle 1"])
      outer.cancel()
    }

    @Test("A write to what only the inner effect reads leaves the outer one alone")
    func childSignal() {
      let a = Signal(0)
      var outerRuns = 0
      let outer = observe {
        use(a.value)
        outerRuns += 1
        let child = Signal(0)
        _ = observe { use(child.value) }
        child.value = 1
      }
      a.value = 1
      #expect(outerRuns == 2)
      outer.cancel()
    }

    @Test("An inner effect on a memo that stays the same does not run")
    func equalMemo() {
      let a = Signal(0)
      let parity = Computed { a.value % 2 }
      var runs = 0
      let outer = observe {
        _ = observe {
          use(parity.value)
          runs += 1
        }
      }
      a.value = 2
      #expect(runs == 1)
      outer.cancel()
    }

    @Test("Deep nesting ends without recursion")
    func deep() {
      var depth = 0
      func nest() {
        _ = observe {
          depth += 1
          if depth < 200 { nest() }
        }
      }
      let outer = observe { nest() }
      outer.cancel()
      #expect(depth == 200)
    }
  }
}
