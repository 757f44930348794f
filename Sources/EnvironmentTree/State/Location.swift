/// Where a binding reads and writes.
class Location<Value> {
  func get() -> Value { fatalError("abstract") }
  func set(_ value: Value) { fatalError("abstract") }

  /// Whether another location reads and writes the same value as this one.
  func isSame(as other: Location<Value>) -> Bool { self === other }
}

final class FunctionLocation<Value>: Location<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    self.read = read
    self.write = write
  }

  override func get() -> Value { read() }
  override func set(_ value: Value) { write(value) }
}

/// A part of what another location holds.
final class MemberLocation<Base, Value>: Location<Value> {
  private let base: Location<Base>
  private let keyPath: WritableKeyPath<Base, Value>

  init(_ base: Location<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override func get() -> Value { base.get()[keyPath: keyPath] }

  override func set(_ value: Value) {
    var whole = base.get()
    whole[keyPath: keyPath] = value
    base.set(whole)
  }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? MemberLocation<Base, Value> else { return false }
    return keyPath == other.keyPath && base.isSame(as: other.base)
  }
}

/// A property of an object.
class ObjectLocation<Object: AnyObject, Value>: Location<Value> {
  final let object: Object
  private let keyPath: ReferenceWritableKeyPath<Object, Value>

  init(_ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>) {
    self.object = object
    self.keyPath = keyPath
  }

  override func get() -> Value { object[keyPath: keyPath] }
  override func set(_ value: Value) { object[keyPath: keyPath] = value }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? ObjectLocation<Object, Value> else { return false }
    return object === other.object && keyPath == other.keyPath
  }
}

/// A property of an object that views depend on as a whole.
final class ObservedObjectLocation<Object: ObservableObject, Value>: ObjectLocation<Object, Value> {
  override func get() -> Value {
    object.noteRead()
    return super.get()
  }
}

/// The value of a `@State` property, which lives as long as its node.
final class StateLocation<Value>: Location<Value> {
  private var value: Value
  private let source: StateSource

  init(_ value: Value, _ source: StateSource) {
    self.value = value
    self.source = source
  }

  override func get() -> Value {
    source.noteRead()
    return value
  }

  override func set(_ newValue: Value) {
    source.noteWrite()
    let isSame = areEquivalent(value, newValue)
    // The old value is let go of after the exchange: its deinitialiser may read and write this state.
    var old = newValue
    swap(&value, &old)
    if !isSame { source.noteChange() }
  }
}
