/// Whether two values are the same, as far as can be told.
///
/// Equal bytes are the same value. Otherwise objects differ, Equatable values are compared with `==`,
/// and other values part by part. What cannot be looked into counts as different.
///
/// Runs code of the user's: not under a lock.
@_spi(InjectionTree)
public func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
  if haveEqualBytes(one, other) { return true }
  if Value.self is AnyObject.Type {
    guard let one = one as? any MainActorBoxing, let other = other as? any MainActorBoxing
    else { return false }
    return one.hasEqualBytes(as: other)
  }
  let isOptional = Value.self is any OptionalValue.Type
  // Not by the optional's `==`: it would compare an object inside by the `==` of that.
  if !isOptional {
    if let type = Value.self as? any Equatable.Type { return areEqual(one, other, as: type) }
    // Where `Value` is not the value's own type, it is an existential's.
    if type(of: one as Any) != Value.self { return haveSameContent(one, other) }
    // A custom mirror need not show what the value holds.
    if Value.self is any CustomReflectable.Type { return false }
  }
  let mirror = Mirror(reflecting: one)
  let (parts, counterparts) = (mirror.children, Mirror(reflecting: other).children)
  guard isOptional || [.struct, .tuple, .enum].contains(mirror.displayStyle) else { return false }
  // Without a payload, a mirror does not tell the cases of an enumeration apart.
  return (isOptional || !parts.isEmpty) && parts.count == counterparts.count
    && zip(parts, counterparts).allSatisfy { part, counterpart in
      part.label == counterpart.label && haveSameContent(part.value, counterpart.value)
    }
}

func haveEqualBytes<Value>(_ one: Value, _ other: Value) -> Bool {
  withUnsafeBytes(of: one) { one in
    withUnsafeBytes(of: other) { one.elementsEqual($0) }
  }
}

private protocol OptionalValue {}

extension Optional: OptionalValue {}

private func areEqual<Value, E: Equatable>(_ one: Value, _ other: Value, as type: E.Type) -> Bool {
  // `E` is `Value`, opened.
  unsafeBitCast(one, to: E.self) == unsafeBitCast(other, to: E.self)
}

private func haveSameContent(_ one: Any, _ other: Any) -> Bool {
  // The type is opened, not the value: opening an existential in an existential gives the one inside.
  func compare<Content>(_ type: Content.Type) -> Bool {
    guard Swift.type(of: other) == type, let one = one as? Content, let other = other as? Content
    else { return false }
    return areSame(one, other)
  }
  return _openExistential(type(of: one), do: compare)
}
