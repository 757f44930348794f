/// What a wrapper holds: the scope that its owner was created in, or an accessor with what it captures.
///
/// One class for both, so that a wrapper has one reference.
@usableFromInline
class HeldByWrapper: @unchecked Sendable {
  // Unchecked since a class that is not final cannot be checked: both subclasses are Sendable.

  @usableFromInline let isScope: Bool

  @usableFromInline
  init(isScope: Bool) { self.isScope = isScope }

  /// The scope that the owner was created in, if it is one.
  @inlinable final var asScope: CapturedScope? {
    isScope ? unsafeDowncast(self, to: CapturedScope.self) : nil
  }

  /// Whether it is the scope that a reader runs in, which may then be left aside.
  ///
  /// The attribute tells the compiler that nothing is released here, so that it counts no reference
  /// to a wrapper for the time of this call.
  @usableFromInline
  @_effects(releasenone)
  final func isScope(of reader: Unmanaged<ScopeNode>?) -> Bool {
    let captured = reader?._withUnsafeGuaranteedRef { reader in
      reader.borrowedExtras?._withUnsafeGuaranteedRef { $0.captured.borrowed?.toOpaque() }
    }
    return captured == Unmanaged.passUnretained(self).toOpaque()
  }

  /// The accessor, if it is one.
  @inlinable
  final func asAccessor<Value>(giving: Value.Type) -> HeldAccessor<Value>? {
    isScope ? nil : unsafeDowncast(self, to: HeldAccessor<Value>.self)
  }
}

/// An accessor that captures something, and the scope that the owner of its wrapper was created in.
@usableFromInline
final class HeldAccessor<Value>: HeldByWrapper, @unchecked Sendable {
  // Unchecked because of the superclass: both properties are Sendable and never change.

  @usableFromInline let accessor: @Sendable (InjectedValues) -> Value
  @usableFromInline let owner: CapturedScope?

  @usableFromInline
  init(_ accessor: @escaping @Sendable (InjectedValues) -> Value, in owner: CapturedScope?) {
    self.accessor = accessor
    self.owner = owner
    super.init(isScope: false)
  }
}
