/// A built value that others keep alive.
final class WeakInstance<Value>: Instance, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  private let object: Guarded<Reference>

  private struct Reference: Sendable {
    // Unsafe because an object alone is not Sendable: it is a value, or part of one, that is.
    nonisolated(unsafe) weak var object: AnyObject?
  }

  init(_ object: AnyObject) {
    self.object = Guarded(Reference(object: object))
    super.init(tag: Tag.weakInstance)
  }

  private var present: AnyObject? { object.withLock { $0 }.object }

  /// The value, as long as somebody holds it.
  var value: Value? {
    guard let object = present else { return nil }
    guard let box = Value.self as? any WeakBoxing.Type else { return object as? Value }
    return box.init(weakObject: object) as? Value
  }

  override var isAlive: Bool { present != nil }

  /// Takes the other's object, so that a key which is made again and again takes no more memory.
  override func renew(from other: Instance) -> Bool {
    guard let other = other as? WeakInstance<Value>, keys == other.keys, depth == other.depth,
      isPreliminary == other.isPreliminary, provenance.isLike(other.provenance)
    else { return false }
    let fresh = other.object.withLock { $0 }
    object.withLock { $0 = fresh }
    return true
  }

  override func copied() -> Instance? { present.map { WeakInstance($0) } }

  override var pinned: Entry? { value.map { ValueInstance($0) } }

  /// The object behind a value, where its dynamic type is a class.
  static func object(of value: Value) -> AnyObject? {
    if let box = value as? any WeakBoxing { return box.weakObject }
    return type(of: value as Any) is AnyClass ? value as AnyObject : nil
  }
}
