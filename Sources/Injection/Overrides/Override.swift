/// What a scope does to a key: a link of the scope's immutable list.
///
/// It holds nothing that was built. What traces compare is its ``Identity``, which holds nothing at all.
@usableFromInline
class Override: Entry, @unchecked Sendable {
  @usableFromInline final let keyID: ObjectIdentifier
  /// What the same scope did before; `nil` for the first.
  ///
  /// Cleared by the deinitialiser alone.
  private(set) final var next: Override?
  /// How many there are from here on.
  final let count: Int
  final let key: any (Any & SendableMetatype).Type
  private final let knownIdentity = LazyReference<Identity>()
  private final var isVoid = false

  init(
    _ key: any (Any & SendableMetatype).Type, next: Override?, isAssigned: Bool = false
  ) {
    self.key = key
    self.keyID = ObjectIdentifier(key)
    self.next = next
    self.count = (next?.count ?? 0) + 1
    super.init(isAssigned: isAssigned)
  }

  deinit {
    // One after the other: the deinitialisers of a long list would nest too deeply.
    var rest = next
    next = nil
    while isKnownUniquelyReferenced(&rest) {
      let after = rest?.next
      rest?.next = nil
      rest = after
    }
  }

  /// What tells it from all others but those that have taken its place; made when it first decides
  /// something that is built.
  final var identity: Identity { knownIdentity.load() ?? knownIdentity.storeIfNil(Identity()) }

  final class Identity: Sendable {}

  /// Lets it decide nothing: it was prepared after somebody had read the key.
  ///
  /// Written before others see it.
  final func makeVoid() { isVoid = true }

  /// Takes the place of an equal one.
  final func replace(_ other: Override) { _ = knownIdentity.storeIfNil(other.identity) }

  /// The nearest that does something to a key, from here on in this list.
  final func first(for key: ObjectIdentifier) -> Override? {
    var link: Override? = self
    while let current = link {
      if current.keyID == key, !current.isVoid { return current }
      link = current.next
    }
    return nil
  }

  /// Whether another one does the same to the same key, as far as can be told.
  func doesTheSame(as other: Override) -> Bool { false }
}

/// An override that assigns a value.
@usableFromInline
final class Assigned<Value>: Override, @unchecked Sendable {
  // Unchecked: a `Value` that is not Sendable is in a ``MainActorBox``.
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: consuming Value, key: any (Any & SendableMetatype).Type, next: Override?) {
    self.value = value
    super.init(key, next: next, isAssigned: true)
  }

  override func doesTheSame(as other: Override) -> Bool {
    guard let other = other as? Assigned<Value> else { return false }
    return areSame(value, other.value)
  }
}
