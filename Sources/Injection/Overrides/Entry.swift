/// What a read ends in: a value that a scope assigned, or one that was built.
///
/// The class that the value is in is told by a tag and downcast without a check, since a read has no
/// time for a cast.
@usableFromInline
class Entry: @unchecked Sendable {
  // Unchecked, here and in the subclasses: what is stored is Sendable and immutable once others see
  // the object, but for what a comment at the property proves.

  @usableFromInline let isAssigned: Bool

  init(isAssigned: Bool) { self.isAssigned = isAssigned }

  /// What it was built from; `nil` for what was assigned.
  var origin: Trace? { nil }

  /// The entry that gives the value as another type; `nil` where the value is not of that type.
  func giving<Other>(_ type: Other.Type) -> Entry? { nil }

  /// The value, of the type that the entry's key gives.
  @inlinable @inline(__always)
  final func value<Value>(as: Value.Type) -> Value {
    isAssigned
      ? unsafeDowncast(self, to: Assigned<Value>.self).value
      : unsafeDowncast(self, to: BuiltValue<Value>.self).value
  }
}
