import ModelObservation

/// A source of one value.
final class Signal<Value>: ObservableModel {
  @Observed var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A memo over a closure.
final class Computed<Value>: ObservableModel {
  @Derived(\Computed.computed) var value: Value
  private(set) var evaluations = 0
  private let compute: () -> Value

  init(_ compute: @escaping () -> Value) {
    self.compute = compute
  }

  private var computed: Value {
    evaluations += 1
    return compute()
  }
}

/// Something that counts its instances.
final class Lifetime {
  final class Count {
    var living = 0
    func make() -> Lifetime { Lifetime(self) }
  }

  private let count: Count

  init(_ count: Count) {
    self.count = count
    count.living += 1
  }

  deinit {
    count.living -= 1
  }
}

/// Keeps the compiler from dropping a read.
@inline(never) func use<Value>(_ value: Value) {}
