import ModelObservation
import Observation
import Synchronization

/// What the comparison with the standard library is made with.
extension ObservableComparisonTests {
  final class Ours: ObservableModel {
    @Observed var count = 0
    @Observed var list = [1]
    @Observed var shape: Shape? = Shape(1)
  }

  @Observable final class Standard {
    var count = 0
    var list = [1]
    var shape: Shape? = Shape(1)
  }

  @Observable final class StandardDouble {
    var count = 0
    @ObservationIgnored var evaluations = 0
    var double: Int {
      evaluations += 1
      return count * 2
    }
  }

  final class Clamped: ObservableModel {
    @Observed(didSet: Clamped.clamp) var value = 1
    @Observed var late = 1 {
      didSet { if late > 9 { late = 9 } }
    }
    @Observed var batched = 1 {
      didSet { if batched > 9 { batched = 9 } }
    }
    private func clamp() { if value > 9 { value = 9 } }
  }

  @MainActor @Observable final class StandardClamped {
    var value = 1 {
      didSet { if value > 9 { value = 9 } }
    }
  }

  final class Shape: Equatable {
    let size: Int
    init(_ size: Int) { self.size = size }
    static func == (left: Shape, right: Shape) -> Bool { left.size == right.size }
  }

  final class Counter: Sendable {
    private let count = Atomic(0)
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
  }

  static func ours<Value>(_ read: () -> Value, after change: () -> Void) -> Int {
    var fired = 0
    withTracking {
      use(read())
    } onChange: {
      fired += 1
    }
    change()
    return fired
  }

  static func standard<Value>(_ read: () -> Value, after change: () -> Void) -> Int {
    let fired = Counter()
    withObservationTracking {
      use(read())
    } onChange: {
      fired.add()
    }
    change()
    return fired.value
  }
}
