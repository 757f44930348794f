import ModelObservation
import Testing

extension ReactiveFrameworkTests {
  @Suite("Cycles") struct Cycles {
    final class Ring: ObservableModel {
      @Observed var isClosed = true
      @Derived(\Ring.makeFirst) var first: Int
      @Derived(\Ring.makeSecond) var second: Int
      private var makeFirst: Int { isClosed ? second + 1 : 0 }
      private var makeSecond: Int { first + 1 }
    }

    @Test("A derived property that depends on itself is reported with its path")
    func path() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = observe { use(Ring().first) }
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("itself: Ring.first → Ring.second → Ring.first. Break"))
    }

    @Test("A cycle that a change closes is found as well")
    func dynamic() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let ring = Ring()
        ring.isClosed = false
        let token = observe { use(ring.second) }
        ring.isClosed = true
        token.cancel()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("Ring.first → Ring.second → Ring.first"))
    }

    @Test("A derived property that reads itself once alone depends on itself all the same")
    func once() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        var itself: Computed<Int>!
        var isFirst = true
        itself = Computed {
          guard isFirst else { return 0 }
          isFirst = false
          return itself.value
        }
        use(itself.value)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("itself: Computed<Int>.value → Computed<Int>.value. Break"))
    }

    @Test("A cycle through an untracked read is a cycle still")
    func untrackedRead() async {
      await #expect(processExitsWith: .failure) {
        var itself: Computed<Int>!
        itself = Computed { untracked { itself.value } + 1 }
        use(itself.value)
      }
    }

    @Test("A cycle that is open where it is read is none")
    func open() {
      let ring = Ring()
      ring.isClosed = false
      #expect(ring.second == 1)
    }

    // Differs on purpose: what others throw as an error is a trap here, since an effect that
    // never settles is a mistake in the program and there is nobody to catch it.
    @Test("An effect that never settles is stopped, with its place")
    func endless() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let a = Signal(0)
        let token = observe { a.value = a.value + 1 }
        token.cancel()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("ReactiveFrameworkTests+Errors.swift"))
      #expect(message.contains("1000 times"))
    }

    @Test("An in-place change is not a read: counting runs does not loop")
    func inPlace() {
      let trigger = Signal(0)
      let count = Signal(0)
      let token = observe {
        use(trigger.value)
        count.value += 1
      }
      trigger.value = 1
      #expect(count.value == 2)
      token.cancel()
    }

    @Test("A long but finite series of inner writes settles", arguments: [100, 900])
    func long(steps: Int) {
      let a = Signal(0)
      let token = observe { if a.value < steps { a.value += 1 } }
      #expect(a.value == steps)
      token.cancel()
    }
  }

  /// Derived properties cannot throw in Swift, so the cases about errors that a memo keeps are
  /// covered with memos of `Result`.
  @Suite("Errors") struct Errors {
    struct Failure: Error, Equatable {}

    @Test("An error reaches its handler, and the next change runs the effect again")
    func handled() {
      let a = Signal(0)
      var seen: [Int] = []
      var errors = 0
      let token = observe {
        if a.value == 1 { throw Failure() }
        seen.append(a.value)
      } onError: { error in
        errors += error is Failure ? 1 : 0
      }
      a.value = 1
      a.value = 2
      #expect(seen == [0, 2])
      #expect(errors == 1)
      token.cancel()
    }

    @Test("An error in one effect leaves its siblings")
    func isolated() {
      let a = Signal(0)
      var runs = [0, 0]
      let first = observe {
        use(a.value)
        runs[0] += 1
      }
      let failing = observe {
        if a.value == 1 { throw Failure() }
      } onError: { _ in
      }
      let third = observe {
        use(a.value)
        runs[1] += 1
      }
      a.value = 1
      #expect(runs == [2, 2])
      let b = Signal(0)
      b.value = 1
      #expect(runs == [2, 2])
      for token in [first, failing, third] { token.cancel() }
    }

    @Test("An error in the first run keeps the effect subscribed")
    func firstRun() {
      let a = Signal(0)
      var runs = 0
      let token = observe {
        runs += 1
        if a.value == 0 { throw Failure() }
      } onError: { _ in
      }
      a.value = 1
      #expect(runs == 2)
      token.cancel()
    }

    @Test("The cleanups of the run before run although this one throws")
    func cleanup() {
      let a = Signal(0)
      var cleaned = 0
      let token = observe {
        if a.value == 1 { throw Failure() }
        onCleanup { cleaned += 1 }
      } onError: { _ in
      }
      a.value = 1
      #expect(cleaned == 1)
      token.cancel()
      #expect(cleaned == 1)
    }

    @Test("What an error handler reads is not a dependency, and what it writes notifies")
    func handler() {
      let a = Signal(0)
      let b = Signal(0)
      let message = Signal("")
      var runs = 0
      var seen: [String] = []
      let reader = observe { seen.append(message.value) }
      let token = observe {
        runs += 1
        if a.value == 1 { throw Failure() }
      } onError: { _ in
        use(b.value)
        message.value = "failed"
      }
      a.value = 1
      b.value = 1
      #expect(runs == 2)
      #expect(seen == ["", "failed"])
      token.cancel()
      reader.cancel()
    }

    @Test("A memo may remember an error, pass it on, and recover")
    func memo() {
      let a = Signal(0)
      let first = Computed { () -> Result<Int, Failure> in
        a.value == 1 ? .failure(Failure()) : .success(a.value)
      }
      let second = Computed { first.value.map { $0 * 2 } }
      #expect(second.value == .success(0))
      a.value = 1
      #expect(second.value == .failure(Failure()))
      #expect(second.value == .failure(Failure()))
      #expect(second.evaluations == 2)
      a.value = 2
      #expect(second.value == .success(4))
    }

    @Test("Reads after a throw out of a one-shot are not recorded")
    func oneShot() {
      let a = Signal(0)
      var fired = 0
      #expect(throws: Failure.self) {
        try withTracking { () throws(Failure) in
          use(a.value)
          throw Failure()
        } onChange: {
          fired += 1
        }
      }
      a.value = 1
      #expect(fired == 0)
    }
  }
}
