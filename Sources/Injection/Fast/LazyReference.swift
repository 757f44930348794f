import Synchronization

/// A reference that is set once, and can be followed without being counted.
///
/// As `AtomicLazyReference`, whose `load` retains: on the fast path of a read, that would cost more
/// than all the rest, and threads that read in one scope would wait for each other's counts.
struct LazyReference<Object: AnyObject>: ~Copyable {
  private let stored: Atomic<Unmanaged<Object>?>

  init(_ object: consuming Object? = nil) {
    stored = Atomic(object.map { .passRetained($0) })
  }

  deinit { stored.load(ordering: .acquiring)?.release() }

  /// Takes the object out; called when nobody else can ask for it: by the owner's deinitialiser, or by a caller
  /// that alone holds the owner.
  func take() -> Object? {
    // Not exchanged, which would lock the bus for nobody.
    let object = stored.load(ordering: .acquiring)
    stored.store(nil, ordering: .relaxed)
    return object?.takeRetainedValue()
  }

  /// Releases a chain of objects one by one, as far as nobody else holds them: deinitialisers would nest too deeply.
  func releaseChain(_ next: (Object) -> Object?) {
    var rest = take()
    while isKnownUniquelyReferenced(&rest) {
      let after = rest.flatMap(next)
      rest = after
    }
  }

  /// The object, to be used while the owner of this reference is alive; `nil` until it is set.
  @inline(__always)
  var borrowed: Unmanaged<Object>? { stored.load(ordering: .acquiring) }

  func load() -> Object? { borrowed?.takeUnretainedValue() }

  /// Stores the object unless there is one; gives the one that is there from then on.
  func storeIfNil(_ object: Object) -> Object {
    let fresh = Unmanaged.passRetained(object)
    let (isStored, present) = stored.compareExchange(
      expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
    if isStored { return object }
    fresh.release()
    guard let present else { preconditionFailure("Only a deinitialiser takes it.") }
    return present.takeUnretainedValue()
  }
}

extension LazyReference: Sendable where Object: Sendable {}

/// A value that is referred to.
final class Box<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
