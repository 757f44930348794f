import Synchronization

/// A value that was built, and its trace.
@usableFromInline
class Instance: Entry, @unchecked Sendable {
  /// Written by the build that made it, before anybody else sees it.
  private final var settled: Trace?
  /// Counts up with each instance that is kept, so that the last one made is the first to go.
  private(set) final var number: UInt64 = 0

  /// The build that made the instance, if the build opened a scope or its own scope was captured.
  var build: Build?

  private static let lastNumber = Atomic<UInt64>(0)
  private final let isTornDown = Atomic(false)

  init() { super.init(isAssigned: false) }

  final var trace: Trace { settled ?? .empty }

  override final var origin: Trace? { trace }

  final func settle(_ trace: Trace, number: UInt64? = nil) {
    settled = trace
    self.number = number ?? Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  /// Whether the caller is the first session that tears it down.
  final func claimTeardown() -> Bool {
    !isTornDown.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// An instance that holds the value: this one, or for a weak one a new one; `nil` when the object has gone.
  var present: Instance? { self }

  /// An instance that holds the value weakly; `nil` if the value is no object.
  var weakened: Instance? { nil }

  /// Whether the value is an optional without an object, so that there is nothing to hold.
  var isNothing: Bool { false }

  /// Creates an instance of this class for an object that a weak instance held.
  class func holding(_ object: AnyObject) -> Instance? { nil }

  /// Returns the object that is a value, or is in its optional or existential.
  ///
  /// Gives `.some(nil)` for an empty optional, and `nil` for a value that is no object.
  static func object<Value>(in value: Value) -> AnyObject?? {
    // Not by a cast, which looks for a bridge first.
    if Value.self is AnyObject.Type { return unsafeBitCast(value, to: AnyObject.self) }
    let any: Any = value
    if type(of: any) is AnyObject.Type { return any as AnyObject }
    return (any as? any OptionalObject)?.object
  }
}

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

  /// As ``Instance/object(in:)``, of the value in a main actor's box: nobody else holds the box.
  private var object: AnyObject?? {
    // The flag is checked first: a cast that fails takes longer than all else.
    if trace.isOfMainActor, let box = value as? any MainActorBoxing {
      box.weakObject
    } else {
      Self.object(in: value)
    }
  }

  override var weakened: Instance? {
    guard case .some(.some(let object)) = object else { return nil }
    let weak = WeakInstance(of: object, in: Self.self)
    weak.settle(trace, number: number)
    return weak
  }

  override static func holding(_ object: AnyObject) -> Instance? {
    if let type = Value.self as? any MainActorBoxing.Type {
      return (type.init(weakObject: object) as? Value).map { BuiltValue($0) }
    }
    return (object as? Value).map { BuiltValue($0) }
  }

  override var isNothing: Bool { if case .some(nil) = object { true } else { false } }
}

/// An instance whose value others hold.
final class WeakInstance: Instance, @unchecked Sendable {
  private weak let object: AnyObject?
  /// The class of the instance that held the object.
  private let holder: Instance.Type
  private weak var builder: Build?

  init(of object: AnyObject, in holder: Instance.Type) {
    self.object = object
    self.holder = holder
    super.init()
  }

  override var present: Instance? {
    guard let object, let held = holder.holding(object) else { return nil }
    held.settle(trace, number: number)
    return held
  }

  // Weak: objects that captured the build's scope hold the build, which holds the ended home that has this.
  override var build: Build? {
    get { builder }
    set { builder = newValue }
  }
}

private protocol OptionalObject {
  var object: AnyObject?? { get }
}

extension Optional: OptionalObject {
  fileprivate var object: AnyObject?? {
    guard let value = self else { return .some(nil) }
    // As `Any`: the type of what is in an existential, not the existential's.
    guard type(of: value as Any) is AnyObject.Type else { return nil }
    return value as AnyObject
  }
}
