/// A value that a primitive view keeps at its node, such as what it showed when it was last expanded.
final class Kept<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A weak reference, such as one from a value of the environment to the object that holds the value's scope.
struct WeakReference<Object: AnyObject> {
  weak var object: Object?
}
