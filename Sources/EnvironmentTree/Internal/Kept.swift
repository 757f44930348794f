/// A value that a primitive view keeps at its node: what it showed when it was last expanded.
final class Kept<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
