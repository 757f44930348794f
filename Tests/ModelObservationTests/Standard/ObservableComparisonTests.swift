import ModelObservation
import Observation
import Testing

/// The rows of the table in `Docs/Observation.md`: what this module does, and the standard library
/// beside it, where that can be shown.
@Suite("Against @Observable") struct ObservableComparisonTests {
  @Test("An equal value: 0 and 0")
  func equalValue() {
    let (ours, standard) = (Ours(), Standard())
    #expect(
      Self.ours {
        ours.count
      } after: {
        ours.count = 0
      } == 0)
    #expect(
      Self.standard {
        standard.count
      } after: {
        standard.count = 0
      } == 0)
  }

  @Test("`count += 0`: 0 and 1")
  func equalInPlace() {
    let (ours, standard) = (Ours(), Standard())
    #expect(
      Self.ours {
        ours.count
      } after: {
        ours.count += 0
      } == 0)
    #expect(
      Self.standard {
        standard.count
      } after: {
        standard.count += 0
      } == 1)
  }

  @Test("`list[0] = list[0]`: 1 and 1")
  func equalElement() {
    let (ours, standard) = (Ours(), Standard())
    #expect(
      Self.ours {
        ours.list
      } after: {
        ours.list[0] = 1
      } == 1)
    #expect(
      Self.standard {
        standard.list
      } after: {
        standard.list[0] = 1
      } == 1)
  }

  @Test("Another object that is equal: 1 and 0")
  func equalObject() {
    let (ours, standard) = (Ours(), Standard())
    #expect(
      Self.ours {
        ours.shape
      } after: {
        ours.shape = Shape(1)
      } == 1)
    #expect(
      Self.standard {
        standard.shape
      } after: {
        standard.shape = Shape(1)
      } == 0)
  }

  @Test("What a callback sees: the new value and the old one")
  @MainActor func timing() {
    let (ours, standard) = (Ours(), Standard())
    var seen: [Int] = []
    withTracking {
      use(ours.count)
    } onChange: {
      seen.append(ours.count)
    }
    ours.count = 1
    let cell = SharedObserved(-1)
    let reader = Unchecked(standard)
    withObservationTracking {
      use(standard.count)
    } onChange: {
      cell.value = reader.value.count
    }
    standard.count = 1
    #expect(seen == [1])
    #expect(cell.value == 0)
  }

  /// Lets the standard library's Sendable closure read a model on the same thread.
  private struct Unchecked: @unchecked Sendable {
    let value: Standard
    init(_ value: Standard) { self.value = value }
  }

  @Test("A clamp: 1, 9 with the wrapper's action, 1, 20, 9 with a didSet on the property, and 1, 9")
  @MainActor func clamp() async {
    let ours = Clamped()
    var (seen, late, batched): ([Int], [Int], [Int]) = ([], [], [])
    let tokens = [
      observe { seen.append(ours.value) }, observe { late.append(ours.late) },
      observe { batched.append(ours.batched) },
    ]
    ours.value = 20
    ours.late = 20
    batchUpdates { ours.batched = 20 }
    #expect(seen == [1, 9])
    #expect(late == [1, 20, 9])
    #expect(batched == [1, 9])
    for token in tokens { token.cancel() }
    let standard = StandardClamped()
    var values: [Int] = []
    for await value in Observations({ standard.value }) {
      values.append(value)
      if value == 9 { break }
      standard.value = 20
    }
    #expect(values == [1, 9])
  }

  @Test("A continuous observer: each change; the standard one has to register anew")
  func continuous() {
    let (ours, standard) = (Ours(), Standard())
    var seen: [Int] = []
    let token = observe { seen.append(ours.count) }
    for number in 1...3 { ours.count = number }
    #expect(seen == [0, 1, 2, 3])
    token.cancel()
    let fired = Self.standard {
      standard.count
    } after: {
      for number in 1...3 { standard.count = number }
    }
    #expect(fired == 1)
  }

  @Test("Two writes, one notification: a batch; the standard library notifies the first write")
  func batch() {
    let ours = Ours()
    var runs = 0
    let token = observe {
      use(ours.count + ours.list.count)
      runs += 1
    }
    batchUpdates {
      ours.count = 5
      ours.list.append(2)
      ours.count = 6
    }
    #expect(runs == 2)
    token.cancel()
  }

  @Test("A mutation in place inside an observer is not a read; in the standard library it is")
  func mutationIsNoRead() {
    let (ours, standard) = (Ours(), Standard())
    #expect(
      Self.ours {
        ours.count += 1
      } after: {
        ours.count = 9
      } == 0)
    #expect(
      Self.standard {
        standard.count += 1
      } after: {
        standard.count = 9
      } == 1)
  }

  @Test("Interest can be withdrawn before a change; a standard registration cannot")
  func withdrawn() {
    let count = Lifetime.Count()
    let ours = Ours()
    let token: ObservationToken = {
      let lifetime = Lifetime(count)
      return observe {
        use(lifetime)
        use(ours.count)
      }
    }()
    token.cancel()
    #expect(count.living == 0)
  }

  @Test("A value that comes back within a turn makes no element")
  @MainActor func backAgain() async {
    let model = MainModel()
    var iterator = changes(of: { model.count }).makeAsyncIterator()
    #expect(await iterator.next(isolation: MainActor.shared) == 0)
    model.count = 4
    model.count = 0
    let next = Task { model.count = 7 }
    #expect(await iterator.next(isolation: MainActor.shared) == 7)
    await next.value
  }

  @MainActor final class MainModel: ObservableModel {
    @Observed var count = 0
    @Wrapped var wrapped = 1
  }

  @propertyWrapper struct Wrapped {
    var wrappedValue: Int
  }

  @Test("Other property wrappers stand beside observed properties; @Observable rejects them")
  @MainActor func wrappers() {
    let model = MainModel()
    model.wrapped = 2
    #expect(model.wrapped == 2)
  }

  @Test("Writes between the read and the registration: none is missed")
  @MainActor func registrationRace() async {
    for _ in 0..<50 {
      let cell = SharedObserved(0)
      let writer = Task.detached { cell.value = 1 }
      let (done, finish) = AsyncStream<Void>.makeStream()
      let token = observe { if cell.value == 1 { finish.yield() } }
      for await _ in done { break }
      await writer.value
      token.cancel()
    }
    // The same for certain: the write is between the read and the registration.
    let cell = SharedObserved(0)
    let ours = Self.ours {
      let count = cell.value
      cell.value += 1
      return count
    } after: {
    }
    #expect(ours == 1)
    let model = Standard()
    let standard = Self.standard {
      let count = model.count
      model.count += 1
      return count
    } after: {
    }
    #expect(standard == 0)
  }

  @Test("Remembered derived values: @Derived; the standard library evaluates at each read")
  func memo() {
    let ours = Ours()
    let memo = Computed { ours.count * 2 }
    for _ in 0..<5 { use(memo.value) }
    #expect(memo.evaluations == 1)
    let standard = StandardDouble()
    for _ in 0..<5 { use(standard.double) }
    #expect(standard.evaluations == 5)
  }

  @Test("The end of a model that something was derived from: fires; the standard library is silent")
  func modelEnds() {
    var ours: Ours? = Ours()
    let double = Computed { [weak ours] in (ours?.count ?? 0) * 2 }
    let fired = Self.ours {
      double.value
    } after: {
      ours = nil
    }
    #expect(fired == 1)
    #if os(Linux)
      var standard: Standard? = Standard()
      let firedByStandard = Self.standard { [weak standard] in
        standard?.count
      } after: {
        standard = nil
      }
      #expect(firedByStandard == 0)
    #endif
  }
}
