/// Carries a main-actor value, Sendable or not, through storage that any thread may hold.
final class MainActorBox<Value>: Sendable {
  private final class Holder: Sendable {
    // Unchecked: set on the main actor (the initialisers are isolated to it, or check), and used there
    // only; elsewhere its bytes are compared, which do not change. The deinitialiser hands the only
    // reference to a task of the main actor, unread. So the value is retained, used and released there.
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

/// Whether the main actor releases a value of a box that has gone: the value's reads are no late reads.
let isReleasing = TaskLocal(wrappedValue: false)

/// A box, for code that does not know the type of its value.
///
/// All but the comparison trap off the main actor, where no main-actor key is read.
protocol MainActorBoxing {
  init?(weakObject: AnyObject)
  var weakObject: AnyObject?? { get }
  func hasEqualBytes(as other: any MainActorBoxing) -> Bool
}

extension MainActorBox: MainActorBoxing {
  var weakObject: AnyObject?? {
    MainActor.preconditionIsolated("A main-actor key is built on the main actor.")
    return holder._withUnsafeGuaranteedRef { Instance.object(in: $0.value) }
  }

  /// Compares without a call into the values: so on any thread.
  func hasEqualBytes(as other: any MainActorBoxing) -> Bool {
    guard let other = other as? MainActorBox<Value> else { return false }
    return holder._withUnsafeGuaranteedRef { mine in
      other.holder._withUnsafeGuaranteedRef { Injection.haveEqualBytes(mine.value, $0.value) }
    }
  }
}
