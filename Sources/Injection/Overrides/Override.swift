import Synchronization

/// What a scope does to a key: a link of the scope's immutable list.
///
/// It holds nothing that was built. What traces compare is its ``identity``, a number.
@usableFromInline
class Override: Entry, @unchecked Sendable {
  // Declared first, to lie beside the flag of the superclass.
  private final let isLate = Atomic(false)
  private final let twin = Atomic(false)
  /// What the same scope did before; `nil` for the first.
  ///
  /// Set before others see it, and cleared by the deinitialiser alone.
  private(set) final var next: Override?
  /// How many links there are from here on.
  private(set) final var count = 1
  final let key: any (Any & SendableMetatype).Type
  /// Zero until the override has an identity.
  private final let knownIdentity = Atomic<Identity>(0)
  /// The nearest override of each key below, if they are many; this one is not in it: no circle.
  private final let index = LazyReference<Box<[ObjectIdentifier: Override]>>()

  @usableFromInline
  init(_ key: any (Any & SendableMetatype).Type, isAssigned: Bool = false) {
    self.key = key
    super.init(isAssigned: isAssigned)
  }

  deinit {
    // One after the other: the deinitialisers of a long list would nest too deeply.
    guard next != nil else { return }
    var rest = next.take()
    while isKnownUniquelyReferenced(&rest) {
      let after = rest?.next
      rest?.next = nil
      rest = after
    }
  }

  final var keyID: ObjectIdentifier { ObjectIdentifier(key) }

  /// Puts it on top of a list, before others see it.
  final func stand(on list: consuming Override?) {
    if let list { count = list.count + 1 }
    next = list
  }

  /// Tells the override from all others except those that have taken its place; given when it first decides
  /// something that is built.
  final var identity: Identity {
    let known = knownIdentity.load(ordering: .relaxed)
    if known != 0 { return known }
    return identified(by: Self.lastIdentity.add(1, ordering: .relaxed).newValue)
  }

  /// Gives it an identity, unless it has one.
  private func identified(by identity: Identity) -> Identity {
    let (isNew, known) = knownIdentity.compareExchange(
      expected: 0, desired: identity, ordering: .relaxed)
    return isNew ? identity : known
  }

  typealias Identity = UInt64
  private static let lastIdentity = Atomic<Identity>(0)

  /// This override and those that the same scope made before it, up to another one, which is left out.
  final func links(upTo end: Override? = nil) -> some Sequence<Override> {
    // Not by a key path, for which the compiler would check each access to `next` at run time.
    sequence(first: self) { $0.next }.lazy.prefix { $0 !== end }
  }

  /// Whether it decides nothing: it was prepared after somebody had read the key.
  final var isVoid: Bool { isLate.load(ordering: .relaxed) }

  /// Lets it decide nothing; called before anybody sees it but what the update itself has made.
  final func makeVoid() { isLate.store(true, ordering: .relaxed) }

  final func replace(_ other: Override) { _ = identified(by: other.identity) }

  /// Of a scope's innermost override: whether one of its list has taken the place of another list's, or the reverse.
  final var hasTwin: Bool { twin.load(ordering: .relaxed) }

  final func noteTwin() { twin.store(true, ordering: .relaxed) }

  /// The nearest override of a key, from here on in this list; a long list has an index.
  final func nearest(_ key: ObjectIdentifier) -> Override? {
    // As where an update reads what it has just assigned, to change it.
    if keyID == key, !isVoid { return self }
    guard count > 8, let next else { return next?.first(for: key) }
    let index = index.load() ?? index.storeIfNil(Box(next.nearestOfEach))
    let found = index.value[key]
    // The index may have been made before an override was found to have come too late.
    return found?.isVoid ?? false ? next.first(for: key) : found
  }

  private var nearestOfEach: [ObjectIdentifier: Override] {
    let links = links().lazy.filter { !$0.isVoid }.map { ($0.keyID, $0) }
    var index: [ObjectIdentifier: Override] = Dictionary(minimumCapacity: count)
    index.merge(links) { nearest, _ in nearest }
    return index
  }

  /// The nearest override of a key, from here on in this list, looked for one by one.
  final func first(for key: ObjectIdentifier) -> Override? {
    // Not counted: each one holds the next.
    var next: Unmanaged<Override>? = .passUnretained(self)
    while let link = next {
      if link._withUnsafeGuaranteedRef({ $0.keyID == key && !$0.isVoid }) {
        return link.takeUnretainedValue()
      }
      next = link._withUnsafeGuaranteedRef { $0.next.map { Unmanaged.passUnretained($0) } }
    }
    return nil
  }

  /// Whether the value depends on what the key has beyond this override.
  var isWrapping: Bool { false }

  var isRenewal: Bool { false }

  /// Whether another one does the same to the same key, as far as can be told.
  func doesTheSame(as other: Override) -> Bool { false }
}

/// An override that assigns a value.
@usableFromInline
final class Assigned<Value>: Override, @unchecked Sendable {
  // Unchecked: a `Value` that is not Sendable is in a ``MainActorBox``.
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: consuming Value, key: any (Any & SendableMetatype).Type) {
    self.value = value
    super.init(key, isAssigned: true)
  }

  override func giving<Other>(_ type: Other.Type) -> Entry? {
    Value.self == type ? self : (value as? Other).map { BuiltValue($0) }
  }

  override func doesTheSame(as other: Override) -> Bool {
    guard let other = other as? Assigned<Value> else { return false }
    return areSame(value, other.value)
  }
}
