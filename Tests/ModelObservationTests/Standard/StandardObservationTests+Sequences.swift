import ModelObservation
import Synchronization
import Testing

extension StandardObservationTests {
  @Suite("Sequences") @MainActor struct Sequences {
    @MainActor final class Model: ObservableModel {
      @Observed var number = 0
      @Observed var text = ""
      @Derived(\Model.makeParity) var parity: Int
      private var makeParity: Int { number % 2 }
    }

    /// Takes elements as they come, and says how many there were.
    static func collect<Value, Failure: Error>(
      _ sequence: ObservedChanges<Value, Failure>, upTo count: Int,
      then step: (Int) -> Void = { _ in }
    ) async -> [Value] {
      var seen: [Value] = []
      var iterator = sequence.makeAsyncIterator()
      while seen.count < count,
        let element = try? await iterator.next(isolation: MainActor.shared)
      {
        seen.append(element)
        step(seen.count)
      }
      return seen
    }

    @Test("The value now comes first, then each change")
    func emission() async {
      let model = Model()
      let seen = await Self.collect(changes(of: { model.number }), upTo: 3) { _ in
        model.number += 1
      }
      #expect(seen == [0, 1, 2])
    }

    @Test("Several properties written in one turn make one element")
    func severalProperties() async {
      let model = Model()
      let seen = await Self.collect(changes(of: { "\(model.number)\(model.text)" }), upTo: 2) {
        guard $0 == 1 else { return }
        model.number = 1
        model.text = "a"
        model.number = 2
      }
      #expect(seen == ["0", "2a"])
    }

    @Test("A value that comes back within a turn makes no element")
    func backAgain() async {
      let model = Model()
      let seen = await Self.collect(changes(of: { model.number }), upTo: 2) { count in
        guard count == 1 else { return }
        model.number = 4
        model.number = 0
        // The next turn: the iterator has looked by then, and found nothing new.
        Task { model.number = 9 }
      }
      #expect(seen == [0, 9])
    }

    @Test("A throw is passed on, and the sequence has ended then")
    func throwing() async throws {
      struct Failure: Error {}
      let model = Model()
      var iterator = changes(of: { () throws(Failure) -> Int in
        if model.number == 1 { throw Failure() }
        return model.number
      }).makeAsyncIterator()
      #expect(try await iterator.next(isolation: MainActor.shared) == 0)
      model.number = 1
      await #expect(throws: Failure.self) {
        try await iterator.next(isolation: MainActor.shared)
      }
      model.number = 2
      let last = try? await iterator.next(isolation: MainActor.shared)
      #expect(last == .some(nil))
    }

    @Test("Iterators are independent")
    func concurrent() async {
      let model = Model()
      let sequence = changes(of: { model.number })
      var first = sequence.makeAsyncIterator()
      var second = sequence.makeAsyncIterator()
      #expect(await first.next(isolation: MainActor.shared) == 0)
      model.number = 5
      #expect(await second.next(isolation: MainActor.shared) == 5)
      #expect(await first.next(isolation: MainActor.shared) == 5)
      model.number = 6
      #expect(await first.next(isolation: MainActor.shared) == 6)
      #expect(await second.next(isolation: MainActor.shared) == 6)
    }

    @Test("A cancelled task ends its sequence, waiting or not")
    func cancellation() async {
      let model = Model()
      let (started, start) = AsyncStream<Void>.makeStream()
      let task = Task {
        var seen: [Int] = []
        for await number in changes(of: { model.number }) {
          seen.append(number)
          start.yield()
        }
        return seen
      }
      for await _ in started { break }
      task.cancel()
      #expect(await task.value == [0])
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        var iterator = changes(of: { model.number }).makeAsyncIterator()
        return await iterator.next(isolation: MainActor.shared)
      }
      #expect(await cancelled.value == nil)
      let cancelledInside = Task {
        let sequence = changes(of: { () -> Int in
          if model.number == 1 { withUnsafeCurrentTask { $0?.cancel() } }
          return model.number / 2
        })
        return await Self.collect(sequence, upTo: 5) { _ in Task { model.number = 1 } }
      }
      #expect(await cancelledInside.value == [0])
    }

    @Test("Rapid changes lose intermediate values, never the last", arguments: [1, 100, 5_000])
    func rapid(writes: Int) async {
      let model = Model()
      let task = Task {
        var last = 0
        for await number in changes(of: { model.number }) {
          #expect(number >= last)
          last = number
          if number == writes { break }
        }
        return last
      }
      for number in 1...writes {
        model.number = number
        if number.isMultiple(of: 7) { await Task.yield() }
      }
      #expect(await task.value == writes)
    }

    @Test("A sequence may end at once")
    func immediateFinish() async {
      let seen = await Self.collect(changes(untilNil: { nil as Int? }), upTo: 5)
      #expect(seen == [])
    }

    @Test("A sequence ends where its expression gives nil")
    func finish() async {
      let model = Model()
      let sequence = changes(untilNil: { model.number < 3 ? model.number : nil })
      let seen = await Self.collect(sequence, upTo: 10) { _ in model.number += 1 }
      #expect(seen == [0, 1, 2])
    }

    @Test("The sequence of a handle ends with its model, which it does not retain")
    func endsWithModel() async {
      var model: Model? = Model()
      weak let reference = model
      let sequence = model!.$number.changes
      let seen = await Self.collect(sequence, upTo: 10) { count in
        if count == 1 { model?.number = 1 } else { model = nil }
      }
      #expect(seen == [0, 1])
      #expect(reference == nil)
    }

    @Test("A memo that stays the same makes no element")
    func memo() async {
      let model = Model()
      let seen = await Self.collect(changes(of: { model.parity }), upTo: 2) { count in
        guard count == 1 else { return }
        model.number = 2
        Task { model.number = 3 }
      }
      #expect(seen == [0, 1])
    }
  }
}
