/// Finds out how two values of a type are compared, once for each node.
///
/// Classes are compared by identity even where they are Equatable: an equal object is another
/// object, with other properties to depend on. Other types are compared with `==` where they have
/// it, also where generic code does not know that they do. The rest never count as equal.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  if type is AnyObject.Type {
    return { unsafeIdentity($0) == unsafeIdentity($1) }
  }
  if let equatable = type as? any Equatable.Type {
    return equality(of: type, through: equatable)
  }
  if let optional = type as? any OptionalClass.Type, optional.wrapsClass {
    return { ($0 as? any OptionalClass)?.identity == ($1 as? any OptionalClass)?.identity }
  }
  return nil
}

private func equality<Value, E: Equatable>(
  of type: Value.Type, through equatable: E.Type
) -> ((Value, Value) -> Bool)? {
  if let optional = type as? any OptionalClass.Type, optional.wrapsClass {
    return { ($0 as? any OptionalClass)?.identity == ($1 as? any OptionalClass)?.identity }
  }
  // `E` is `Value`, opened.
  return { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
}

private func unsafeIdentity<Value>(_ value: Value) -> ObjectIdentifier {
  ObjectIdentifier(value as AnyObject)
}

/// Sees through an optional reference.
private protocol OptionalClass {
  static var wrapsClass: Bool { get }
  var identity: ObjectIdentifier? { get }
}

extension Optional: OptionalClass {
  static var wrapsClass: Bool { Wrapped.self is AnyObject.Type }
  var identity: ObjectIdentifier? { map { ObjectIdentifier($0 as AnyObject) } }
}
