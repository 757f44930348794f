import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Equality") struct Equality {
    @Test("An equal value notifies nobody")
    func equalValue() {
      let a = Signal(1)
      var runs = 0
      let token = observe {
        use(a.value)
        runs += 1
      }
      a.value = 1
      a.value += 0
      #expect(runs == 1)
      token.cancel()
    }

    // Differs on purpose: JavaScript's frameworks compare with `Object.is`, for which NaN is
    // itself. Here `==` decides, so writing NaN over NaN is a change.
    @Test("NaN differs from itself")
    func notANumber() {
      let a = Signal(Double.nan)
      var runs = 0
      let token = observe {
        use(a.value)
        runs += 1
      }
      a.value = .nan
      #expect(runs == 2)
      token.cancel()
    }

    @Test("The same object is no change, an equal one is")
    func identity() {
      final class Name: Equatable {
        let text: String
        init(_ text: String) { self.text = text }
        static func == (left: Name, right: Name) -> Bool { left.text == right.text }
      }
      let first = Name("a")
      let a = Signal(first)
      let optional = Signal<Name?>(first)
      var runs = 0
      let token = observe {
        use(a.value)
        use(optional.value)
        runs += 1
      }
      a.value = first
      optional.value = first
      #expect(runs == 1)
      a.value = Name("a")
      #expect(runs == 2)
      optional.value = Name("a")
      #expect(runs == 3)
      optional.value = nil
      optional.value = nil
      #expect(runs == 4)
      token.cancel()
    }

    @Test("An equal object among a dictionary's keys is another one")
    func keyIdentity() {
      final class Name: Hashable {
        let text: String
        init(_ text: String) { self.text = text }
        static func == (left: Name, right: Name) -> Bool { left.text == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
      }
      let first = Name("a")
      let a = Signal([first: 1])
      let optional = Signal<[Name?: Int]>([first: 1])
      var runs = 0
      let token = observe {
        use(a.value)
        use(optional.value)
        runs += 1
      }
      a.value = [first: 1]
      optional.value = [first: 1]
      #expect(runs == 1)
      a.value = [Name("a"): 1]
      #expect(runs == 2)
      optional.value = [Name("a"): 1]
      #expect(runs == 3)
      token.cancel()
    }

    @Test("Values that cannot be compared always count as changed")
    func incomparable() {
      struct Opaque {}
      let a = Signal(Opaque())
      var runs = 0
      let token = observe {
        use(a.value)
        runs += 1
      }
      a.value = Opaque()
      batchUpdates { a.value = Opaque() }
      #expect(runs == 3)
      token.cancel()
    }

    @Test("A memo's equal value stops there, whatever its type")
    func memoEquality() {
      let a = Signal([1, 2, 3])
      let evens = Computed { a.value.filter { $0.isMultiple(of: 2) } }
      var runs = 0
      let token = observe {
        use(evens.value)
        runs += 1
      }
      a.value.append(5)
      #expect(runs == 1)
      a.value.append(6)
      #expect(runs == 2)
      token.cancel()
    }
  }

  @Suite("Untracked") struct Untracked {
    @Test("An untracked read is not a dependency")
    func read() {
      let a = Signal(0)
      let b = Signal(0)
      var runs = 0
      let token = observe {
        use(a.value)
        use(untracked { b.value })
        runs += 1
      }
      b.value = 1
      #expect(runs == 1)
      a.value = 1
      #expect(runs == 2)
      token.cancel()
    }

    @Test("An untracked read in a memo is not a dependency, and sees the latest value")
    func inMemo() {
      let a = Signal(0)
      let b = Signal(0)
      let memo = Computed { a.value + untracked { b.value } }
      #expect(memo.value == 0)
      b.value = 10
      #expect(memo.value == 0)
      a.value = 1
      #expect(memo.value == 11)
    }

    @Test("A memo that is read untracked still tracks its own inputs")
    func memoReadUntracked() {
      let a = Signal(0)
      let memo = Computed { a.value }
      let token = observe { use(untracked { memo.value }) }
      a.value = 1
      #expect(memo.value == 1)
      #expect(memo.evaluations == 2)
      token.cancel()
    }

    @Test("Tracking resumes after an untracked part, also where it throws")
    func resumes() {
      struct Failure: Error {}
      let a = Signal(0)
      let b = Signal(0)
      var runs = 0
      let token = observe {
        do { try untracked { () throws(Failure) in throw Failure() } } catch {}
        use(a.value)
        untracked { untracked { use(b.value) } }
        runs += 1
      }
      a.value = 1
      b.value = 1
      #expect(runs == 2)
      token.cancel()
    }

    @Test("A write in an untracked part notifies")
    func write() {
      let a = Signal(0)
      let trigger = Signal(0)
      var seen: [Int] = []
      let reader = observe { seen.append(a.value) }
      let writer = observe {
        let value = trigger.value
        untracked { a.value = value }
      }
      trigger.value = 5
      #expect(seen == [0, 5])
      reader.cancel()
      writer.cancel()
    }

    @Test("An observer made in an untracked part outlives the run around it")
    func independent() {
      let a = Signal(0)
      let b = Signal(0)
      var inner: [ObservationToken] = []
      var runs = 0
      let outer = observe {
        use(a.value)
        inner.append(
          untracked {
            observe {
              use(b.value)
              runs += 1
            }
          })
      }
      a.value = 1
      runs = 0
      b.value = 1
      #expect(runs == 2)
      outer.cancel()
      b.value = 2
      #expect(runs == 4)
    }
  }
}
