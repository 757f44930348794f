import ModelObservation
import TestSupport
import Testing

/// Who is told of a cell first, where others write it as well.
@Suite("SharedObserved: the order of telling") struct SharedOrderTests {
  /// How an observer, which makes another one, reads the cell.
  enum Reading: CaseIterable {
    case directly, throughDerived, oneFurtherOut
  }

  /// Observes whether there is a value, and where there is makes an observer of it.
  @MainActor private func observeValue(
    of cell: SharedObserved<Int?>, _ reading: Reading, _ inner: @escaping @MainActor () -> Void
  ) -> ObservationToken {
    let isThere = Computed { cell.value != nil }
    return observe {
      guard reading == .throughDerived ? isThere.value : cell.value != nil else { return }
      _ = reading == .oneFurtherOut ? observe { _ = observe(inner) } : observe(inner)
    }
  }

  @Test(
    "An inner observer runs after those that it was made in, also where these are yet to be told",
    arguments: Reading.allCases)
  @MainActor func inner(reading: Reading) {
    let (cell, other) = (SharedObserved<Int?>(1), Signal(0))
    var seen: [Int?] = []
    let token = observeValue(of: cell, reading) {
      use(other.value)
      seen.append(cell.value)
    }
    onThreadInPlace { cell.value = nil }
    other.value = 1
    #expect(seen == [1])
    token.cancel()
  }

  @Test("So does one that has been made since another thread wrote")
  @MainActor func innerMadeSince() {
    let (cell, isOn) = (SharedObserved<Int?>(1), Signal(false))
    var seen: [Int?] = []
    let token = observe {
      guard cell.value != nil, isOn.value else { return }
      _ = observe { seen.append(cell.value) }
    }
    onThreadInPlace { cell.value = 2 }
    isOn.value = true
    cell.value = nil
    #expect(seen == [2])
    token.cancel()
  }

  actor Desk {
    private let (first, second) = (Signal(0), Signal(0))
    private var tokens: [ObservationToken] = []
    private var seen: [Int?] = []

    /// What an inner observer has seen of a cell when one of three in an update has emptied it.
    func empty(_ cell: SharedObserved<Int?>) -> [Int?] {
      tokens = [
        observe {
          guard cell.value != nil else { return }
          _ = observe { use(self.first.value) }
          _ = observe {
            use(self.second.value)
            self.seen.append(cell.value)
          }
        },
        observe {
          guard self.first.value == 1 else { return }
          cell.value = nil
          self.second.value = 1
        },
      ]
      first.value = 1
      tokens = []
      return seen
    }
  }

  @Test("On an actor too, which is told of its own writes when it is free")
  func innerOnActor() async {
    #expect(await Desk().empty(SharedObserved(1)) == [1])
  }

  @Test("Inner observers go on where what others wrote leaves those around them as they were")
  @MainActor func innerGoesOn() {
    let (cell, other) = (SharedObserved<Int?>(1), Signal(0))
    var seen: [Int?] = []
    let token = observeValue(of: cell, .throughDerived) {
      use(other.value)
      seen.append(cell.value)
    }
    onThreadInPlace { cell.value = 2 }
    other.value = 1
    #expect(seen == [1, 2])
    token.cancel()
  }

  @Test("The main actor's own write is told at once while another thread's waits for it")
  @MainActor func ownWrite() async {
    let cell = SharedObserved(0)
    var seen: [Int] = []
    let token = observe { seen.append(cell.value) }
    onThreadInPlace { cell.value = 1 }
    cell.value = 2
    #expect(seen == [0, 2])
    onThreadInPlace { cell.value = 3 }
    batchUpdates {
      cell.value = 4
      cell.value = 5
    }
    #expect(seen == [0, 2, 5])
    token.cancel()
  }

  @Test("Who is told at an operation's end of what another thread wrote sees all of that")
  @MainActor func lateTogether() {
    let (first, second) = (SharedObserved(0), SharedObserved(0))
    let sum = Computed { first.value + second.value }
    var seen: [[Int]] = []
    var token: ObservationToken?
    batchUpdates {
      use(sum.value)
      onThreadInPlace {
        first.value = 1
        second.value = 1
      }
      token = observe { seen.append([first.value, second.value]) }
    }
    #expect(seen == [[0, 0], [1, 1]])
    token?.cancel()
  }

  @Test("So does who is told at the end of an operation that has written the same itself")
  @MainActor func lateEqual() {
    let cell = SharedObserved(0)
    let memo = Computed { cell.value }
    var seen: [Int] = []
    var token: ObservationToken?
    batchUpdates {
      use(memo.value)
      onThreadInPlace { cell.value = 5 }
      token = observe { seen.append(cell.value) }
      cell.value = 5
    }
    #expect(seen == [0, 5])
    token?.cancel()
  }

  /// Asks when it goes.
  final class Asking: Sendable {
    let ask: @Sendable () -> Void
    init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }
    deinit { ask() }
  }

  @Test("What goes with the operation does not see them as that has")
  func lateDeinitialiser() async {
    // In a process of its own: what anybody writes has what is derived compared again.
    await #expect(processExitsWith: .success) {
      let number = SharedObserved(0)
      nonisolated(unsafe) let double = Computed { number.value * 2 }
      let object = SharedObserved<Asking?>(Asking { use(double.value) })
      batchUpdates {
        use(Computed { object.value == nil }.value)
        use(double.value)
        onThreadInPlace {
          object.value = nil
          number.value = 1
        }
      }
      precondition(double.value == 2)
      // What the change has replaced goes as well.
      let own = Signal<Asking?>(Asking { use(double.value) })
      let token = observe { use(own.value) }
      batchUpdates {
        use(double.value)
        own.value = nil
        onThreadInPlace { number.value = 2 }
      }
      precondition(double.value == 4)
      token.cancel()
    }
  }

  @Test("A derived property is as new as its cell where its observer has ended before being told")
  func untoldEnd() async {
    // In a process of its own: what anybody writes has what is derived compared again.
    await #expect(processExitsWith: .success) { @MainActor in
      let cell = SharedObserved(0)
      let memo = Computed { cell.value }
      let token = observe { use(memo.value) }
      onThreadInPlace { cell.value = 1 }
      token.cancel()
      precondition(memo.value == 1)
    }
  }

  @Test("So it is where an operation has compared it again")
  func comparedAgain() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let cell = SharedObserved(0)
      let memo = Computed { cell.value }
      batchUpdates {
        use(memo.value)
        onThreadInPlace { cell.value = 1 }
        precondition(memo.value == 0)
      }
      precondition(memo.value == 1)
    }
  }

  @Test("What another thread writes after that is told when the main actor is free")
  @MainActor func ownWriteBetween() async {
    let cell = SharedObserved(0)
    let (values, send) = AsyncStream<Int>.makeStream()
    let token = observe { send.yield(cell.value) }
    onThreadInPlace { cell.value = 1 }
    cell.value = 2
    onThreadInPlace { cell.value = 3 }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value == 3 { break }
    }
    #expect(seen == [0, 2, 3])
    token.cancel()
  }
}
