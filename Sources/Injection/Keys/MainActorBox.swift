/// Carries a main-actor value, Sendable or not, through storage that any thread may hold.
final class MainActorBox<Value>: Sendable {
  private final class Holder: Sendable {
    // Unchecked: set on the main actor (the initialisers are isolated to it, or check), and read there
    // only, by `value` and `weakObject`. The deinitialiser hands the only reference to a task of the
    // main actor, unread. So the value is retained, used and released there.
    nonisolated(unsafe) let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let holder: Unmanaged<Holder>

  @MainActor
  init(_ value: Value) {
    holder = .passRetained(Holder(value))
  }

  /// Creates a box around an object that a weak instance held, for a read on the main actor.
  init?(weakObject: AnyObject) {
    MainActor.preconditionIsolated("A main-actor key is read on the main actor.")
    guard let value = weakObject as? Value else { return nil }
    holder = .passRetained(Holder(value))
  }

  deinit {
    let last = holder
    // Detached, so that the task holds no scope until the main actor gets to it.
    Task.detached { @MainActor in isReleasing.withValue(true) { last.release() } }
  }

  @MainActor
  var value: Value { holder._withUnsafeGuaranteedRef { $0.value } }
}

/// Whether the main actor lets go of what has gone before: what that reads is no late read.
let isReleasing = TaskLocal(wrappedValue: false)

/// What a weak instance needs of a box: the object inside, and a box around it again.
///
/// Both trap off the main actor, where no main-actor key is read.
protocol WeakBoxing {
  init?(weakObject: AnyObject)
  var weakObject: AnyObject? { get }
}

extension MainActorBox: WeakBoxing {
  var weakObject: AnyObject? {
    MainActor.preconditionIsolated("A main-actor key is built on the main actor.")
    return holder._withUnsafeGuaranteedRef { Instance.object(in: $0.value) }
  }
}
