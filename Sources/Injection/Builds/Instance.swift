import Synchronization

/// A value that was built, and what it was built for and from.
@usableFromInline
class Instance: Entry, @unchecked Sendable {
  /// Written by the build that made it, before anybody else sees it.
  private(set) final var trace = Trace.empty
  /// Counts up with each instance that is kept, so that the last one made is the first to go.
  private(set) final var number: UInt64 = 0

  /// What built it, where something has captured the scope of the build.
  final var build: Build?

  static let lastNumber = Atomic<UInt64>(0)

  init() { super.init(isAssigned: false) }

  override final var origin: Trace? { trace }

  final func settle(_ trace: Trace) {
    self.trace = trace
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  /// Whether the value is looked at on the main actor only.
  var isOfMainActor: Bool { false }

  /// What holds the value: this, unless the value is held weakly and has gone.
  var present: Instance? { self }

  /// The same, as long as somebody else holds the value; `nil` where the value is no object.
  var weakened: Instance? { nil }

  /// The object that a value is, or that is in an optional or an existential.
  static func object<Value>(in value: Value) -> AnyObject? {
    let any: Any = value
    if let optional = any as? any OptionalObject { return optional.object }
    return type(of: any) is AnyObject.Type ? any as AnyObject : nil
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

  override var isOfMainActor: Bool { value is any WeakBoxing }

  override var weakened: Instance? {
    // A box of the main actor's is not what others hold.
    if let box = value as? any WeakBoxing { return box.weakObject.map { weakly($0) } }
    return Self.object(in: value).map { weakly($0) }
  }

  private func weakly(_ object: AnyObject) -> Instance {
    WeakInstance(of: object, trace) { object in
      if let type = Value.self as? any WeakBoxing.Type {
        return (type.init(weakObject: object) as? Value).map { BuiltValue($0) }
      }
      return (object as? Value).map { BuiltValue($0) }
    }
  }
}

/// An instance whose value others hold.
final class WeakInstance: Instance, @unchecked Sendable {
  private weak let object: AnyObject?
  private let hold: (AnyObject) -> Instance?

  init(of object: AnyObject, _ trace: Trace, hold: @escaping (AnyObject) -> Instance?) {
    self.object = object
    self.hold = hold
    super.init()
    settle(trace)
  }

  override var present: Instance? {
    guard let object, let held = hold(object) else { return nil }
    held.settle(trace)
    return held
  }

  override var weakened: Instance? { self }
}

private protocol OptionalObject {
  var object: AnyObject? { get }
}

extension Optional: OptionalObject {
  fileprivate var object: AnyObject? {
    guard let value = self else { return nil }
    return type(of: value) is AnyObject.Type ? value as AnyObject : nil
  }
}
