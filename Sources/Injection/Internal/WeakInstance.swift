/// A built value that others keep alive.
final class WeakInstance<Value>: Instance, @unchecked Sendable {
  // Unchecked: the only mutable state is the weak reference, which the runtime guards.
  private weak let object: AnyObject?

  init(
    _ object: AnyObject, slot: Slot, record: BuildRecord, home: ScopeNode?,
    firstReader: StaticString, provenance: Provenance
  ) {
    self.object = object
    super.init(
      tag: Entry.Tag.slow, slot: slot, record: record, home: home, firstReader: firstReader,
      provenance: provenance)
  }

  /// The value, as long as somebody holds it.
  var value: Value? {
    guard let object else { return nil }
    guard let box = Value.self as? any WeakBoxing.Type else { return object as? Value }
    return box.init(weakObject: object) as? Value
  }

  override var isAlive: Bool { object != nil }

  /// The object behind a value, where its dynamic type is a class.
  static func object(of value: Value) -> AnyObject? {
    if let box = value as? any WeakBoxing { return box.weakObject }
    return type(of: value as Any) is AnyClass ? value as AnyObject : nil
  }
}
