/// A value that a primitive view keeps at its node, such as what it showed when it was last expanded.
final class Kept<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A reference that does not retain, as in values of the environment: what their scope belongs to.
struct WeakReference<Object: AnyObject> {
  weak var object: Object?
}
