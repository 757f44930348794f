public import Observation

/// A class whose `@Observed` and `@Derived` properties can be observed.
///
/// Conforming costs nothing: there is nothing to implement, and an instance that nobody observes
/// behaves, and costs, like any other.
///
/// ```swift
/// final class Counter: ObservableModel {
///   @Observed var count = 0
///   var isEven: Bool { count.isMultiple(of: 2) }
/// }
/// ```
///
/// A model belongs to the isolation that made it, where its observers run too, and is not Sendable unless
/// its class has a global actor. State that several isolations write belongs in a ``SharedObserved``.
///
/// A class that also conforms to the standard library's `Observable` notifies the standard
/// observers too, `withObservationTracking`, `Observations` and SwiftUI among them. Declare both
/// conformances on the same class; its reads then cost several times what the standard library's do.
public protocol ObservableModel: AnyObject {
  /// The class that declares the conformance, which its subclasses share. Provided; do not name it.
  associatedtype _Root: AnyObject = Self

  /// Whether the class conforms to the standard `Observable`. Provided; do not implement it.
  static var _isStandardObservable: Bool { get }

  /// Passes an event on to the standard library's registrar. Provided; do not implement it.
  ///
  /// - Parameters:
  ///   - event: What happens to the property.
  ///   - registrar: The registrar of the property.
  ///   - object: The model, which is a `Self`.
  ///   - keyPath: What stands for the property: a key path from `Self` to a `Value`.
  ///   - type: What the key path leads to.
  static func _notifyStandard<Value>(
    _ event: _StandardObservationEvent, _ registrar: ObservationRegistrar, _ object: AnyObject,
    _ keyPath: AnyKeyPath, _ type: Value.Type)
}

/// What the standard library's registrar is told about a property.
@frozen public enum _StandardObservationEvent: Sendable {
  /// The property is being read.
  case access
  /// The property is about to change.
  case willSet
  /// The property has changed.
  case didSet
}

extension ObservableModel {
  /// False: the class does not conform to the standard `Observable`.
  @inlinable public static var _isStandardObservable: Bool { false }

  /// Does nothing: no standard observer waits for the class.
  ///
  /// - Parameters:
  ///   - event: Ignored.
  ///   - registrar: Ignored.
  ///   - object: Ignored.
  ///   - keyPath: Ignored.
  ///   - type: Ignored.
  @inlinable public static func _notifyStandard<Value>(
    _ event: _StandardObservationEvent, _ registrar: ObservationRegistrar, _ object: AnyObject,
    _ keyPath: AnyKeyPath, _ type: Value.Type
  ) {}
}

extension ObservableModel where Self: Observation.Observable {
  /// True: the class conforms to the standard `Observable`.
  @inlinable public static var _isStandardObservable: Bool { true }

  /// Passes an event on to the standard library's registrar.
  ///
  /// - Parameters:
  ///   - event: What happens to the property.
  ///   - registrar: The registrar of the property.
  ///   - object: The model, which is a `Self`: not checked.
  ///   - keyPath: What stands for the property, a key path from `Self` to a `Value`: not checked.
  ///   - type: What the key path leads to.
  /// - Complexity: O(*n*), where *n* is the number of standard observers of the property, and what
  ///   those do.
  public static func _notifyStandard<Value>(
    _ event: _StandardObservationEvent, _ registrar: ObservationRegistrar, _ object: AnyObject,
    _ keyPath: AnyKeyPath, _ type: Value.Type
  ) {
    // The wrapper's subscript passes its own `Self`, so both casts are exact.
    let model = unsafeDowncast(object, to: Self.self)
    let keyPath = unsafeDowncast(keyPath, to: KeyPath<Self, Value>.self)
    switch event {
    case .access: registrar.access(model, keyPath: keyPath)
    case .willSet: registrar.willSet(model, keyPath: keyPath)
    case .didSet: registrar.didSet(model, keyPath: keyPath)
    }
  }
}
