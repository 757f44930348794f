import Synchronization

/// A value that was built, and what it was built for and from.
@usableFromInline
class Instance: Entry, @unchecked Sendable {
  /// Written by the build that made it, before anybody else sees it.
  private(set) final var trace = Trace.empty
  /// Counts up with each instance that is kept, so that the last one made is the first to go.
  private(set) final var number: UInt64 = 0

  /// What built it, where something has captured the scope of the build, or it has opened one.
  var build: Build?

  static let lastNumber = Atomic<UInt64>(0)
  private final let isTornDown = Atomic(false)

  init() { super.init(isAssigned: false) }

  override final var origin: Trace? { trace }

  final func settle(_ trace: Trace, number: UInt64? = nil) {
    self.trace = trace
    self.number = number ?? Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  /// Whether the caller is the first session that tears it down.
  final func claimTeardown() -> Bool {
    !isTornDown.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Whether others hold the value.
  var isWeak: Bool { false }

  /// What holds the value: this, unless the value is held weakly and has gone.
  var present: Instance? { self }

  /// The same, as long as somebody else holds the value; `nil` where the value is no object.
  var weakened: Instance? { nil }

  /// Whether the value is an optional without an object, so that there is nothing to hold.
  var isNothing: Bool { false }

  /// Whether a value is an optional without one.
  static func isNothing<Value>(_ value: Value) -> Bool {
    let any: Any = value
    return (any as? any OptionalObject)?.isNothing ?? false
  }

  /// The object that a value is, or that is in an optional or an existential.
  static func object<Value>(in value: Value) -> AnyObject? {
    // Not by a cast, which looks for a bridge first.
    if Value.self is AnyObject.Type { return unsafeBitCast(value, to: AnyObject.self) }
    let any: Any = value
    if type(of: any) is AnyObject.Type { return any as AnyObject }
    return (any as? any OptionalObject)?.object
  }
}

/// An instance that holds its value.
@usableFromInline
final class BuiltValue<Value>: Instance, @unchecked Sendable {
  @usableFromInline let value: Value

  init(_ value: consuming Value) {
    self.value = value
    super.init()
  }

  override func giving<Other>(_ type: Other.Type) -> Entry? {
    Value.self == type ? self : (value as? Other).map { BuiltValue<Other>($0) }
  }

  override var weakened: Instance? {
    // A box of the main actor's is not what others hold.
    let box = value as? any MainActorBoxing
    guard let object = box.map(\.weakObject) ?? Self.object(in: value) else { return nil }
    let weak = WeakInstance(of: object) { object in
      if let type = Value.self as? any MainActorBoxing.Type {
        return (type.init(weakObject: object) as? Value).map { BuiltValue($0) }
      }
      return (object as? Value).map { BuiltValue($0) }
    }
    weak.settle(trace, number: number)
    return weak
  }

  override var isNothing: Bool {
    (value as? any MainActorBoxing)?.isNothing ?? Self.isNothing(value)
  }
}

/// An instance whose value others hold.
final class WeakInstance: Instance, @unchecked Sendable {
  private weak let object: AnyObject?
  private let hold: (AnyObject) -> Instance?
  private weak var builder: Build?

  init(of object: AnyObject, hold: @escaping (AnyObject) -> Instance?) {
    self.object = object
    self.hold = hold
    super.init()
  }

  override var present: Instance? {
    guard let object, let held = hold(object) else { return nil }
    held.settle(trace, number: number)
    return held
  }

  override var isWeak: Bool { true }

  // Not held: what has captured its scope holds it. This stays in a home that has ended, which it holds.
  override var build: Build? {
    get { builder }
    set { builder = newValue }
  }
}

private protocol OptionalObject {
  var isNothing: Bool { get }
  var object: AnyObject? { get }
}

extension Optional: OptionalObject {
  fileprivate var isNothing: Bool { self == nil }

  fileprivate var object: AnyObject? {
    guard let value = self else { return nil }
    // As `Any`: the type of what is in an existential, not the existential's.
    return type(of: value as Any) is AnyObject.Type ? value as AnyObject : nil
  }
}
