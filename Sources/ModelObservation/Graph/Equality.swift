import CModelObservation

/// Finds out how two values of a type are compared, once for each node.
///
/// Objects are compared by identity even where they are Equatable: an equal object is another
/// object, with other properties to depend on. Objects in optionals, arrays, sets, dictionaries and
/// existentials are compared so too. Other types are compared with `==` where they have it, also
/// where generic code does not know that they do. The rest never count as equal.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  if let type = type as? AnyObject.Type { return identity(of: type) as? (Value, Value) -> Bool }
  if let container = type as? any ObjectContainer.Type, container.holdsObjects {
    return container.comparison as? (Value, Value) -> Bool
  }
  if let equatable = type as? any Equatable.Type {
    return comparison(through: equatable) as? (Value, Value) -> Bool
  }
  if isExistential(type) { return { areSame($0, $1) } }
  return nil
}

/// Whether values of a type are objects, or may contain some that are compared by identity.
func holdsObjects<Value>(_ type: Value.Type) -> Bool {
  if type is AnyObject.Type { return true }
  if let container = type as? any ObjectContainer.Type { return container.holdsObjects }
  return !(type is any Equatable.Type) && isExistential(type)
}

/// Gives the comparison by identity, a function of two values of the type.
///
/// The type is known to be a class: a cast of other values to `AnyObject` bridges, which takes a microsecond.
private func identity<Object: AnyObject>(of type: Object.Type) -> Any {
  let areSame: (Object, Object) -> Bool = { $0 === $1 }
  return areSame
}

/// Gives the comparison by `==`, a function of two values of the type that records no reads.
private func comparison<E: Equatable>(through type: E.Type) -> Any {
  let areEqual: (E, E) -> Bool = { left, right in
    if !mo_is_tracking() { return left == right }
    return Strand.current.withoutTracking { left == right }
  }
  return areEqual
}

/// Whether values of the type have types of their own: `any P`, `AnyObject`, `Any`.
///
/// Told by the type's name, which takes a microsecond: asked only where nothing else is known of the type.
private func isExistential<Value>(_ type: Value.Type) -> Bool {
  // The name of an existential's metatype is `P.Protocol`, that of any other type's `T.Type`.
  String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
}

/// Compares two existential values: objects by identity, others with `==` where they have it.
private func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
  let (leftType, rightType) = (type(of: left as Any), type(of: right as Any))
  guard leftType == rightType else { return false }
  if leftType is AnyObject.Type {
    return ObjectIdentifier(left as AnyObject) == ObjectIdentifier(right as AnyObject)
  }
  guard let left = left as? any Equatable else { return false }
  return isEqual(left, to: right)
}

private func isEqual<E: Equatable>(_ left: E, to right: Any) -> Bool {
  guard let right = right as? E else { return false }
  // Not `left == right`: the values may contain objects.
  return equality(of: E.self)?(left, right) ?? false
}

/// A type of the standard library whose values contain others.
private protocol ObjectContainer {
  /// Whether what it contains is compared by identity.
  static var holdsObjects: Bool { get }
  /// A function that compares two of them.
  static var comparison: Any { get }
}

extension Optional: ObjectContainer {
  fileprivate static var holdsObjects: Bool { ModelObservation.holdsObjects(Wrapped.self) }

  fileprivate static var comparison: Any {
    let areEqual = equality(of: Wrapped.self)
    let compare: (Self, Self) -> Bool = {
      switch ($0, $1) {
      case (nil, nil): true
      case (let left?, let right?): areEqual?(left, right) ?? false
      default: false
      }
    }
    return compare
  }
}

extension Array: ObjectContainer {
  fileprivate static var holdsObjects: Bool { ModelObservation.holdsObjects(Element.self) }

  fileprivate static var comparison: Any {
    let areEqual = equality(of: Element.self)
    let compare: (Self, Self) -> Bool = { left, right in
      guard left.count == right.count else { return false }
      // Not by `zip`, which makes a tuple's type for each pair.
      return left.indices.allSatisfy { areEqual?(left[$0], right[$0]) ?? false }
    }
    return compare
  }
}

extension Dictionary: ObjectContainer {
  fileprivate static var holdsObjects: Bool {
    ModelObservation.holdsObjects(Key.self) || ModelObservation.holdsObjects(Value.self)
  }

  fileprivate static var comparison: Any {
    let areEqual = equality(of: Value.self)
    // Keys without objects need no comparison: the look-up found an equal one.
    let areSame = ModelObservation.holdsObjects(Key.self) ? equality(of: Key.self) : nil
    let compare: (Self, Self) -> Bool = { left, right in
      guard left.count == right.count else { return false }
      return left.allSatisfy { key, value in
        guard let index = right.index(forKey: key) else { return false }
        let other = right[index]
        return areSame?(key, other.key) ?? true && areEqual?(value, other.value) ?? false
      }
    }
    return compare
  }
}

extension Set: ObjectContainer {
  fileprivate static var holdsObjects: Bool { ModelObservation.holdsObjects(Element.self) }

  fileprivate static var comparison: Any {
    let areEqual = equality(of: Element.self)
    let compare: (Self, Self) -> Bool = { left, right in
      guard left.count == right.count else { return false }
      return left.allSatisfy { element in
        guard let index = right.firstIndex(of: element) else { return false }
        return areEqual?(element, right[index]) ?? false
      }
    }
    return compare
  }
}
