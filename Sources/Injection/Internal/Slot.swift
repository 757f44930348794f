/// What an instance is built for: a key's default, or one registration, decoration or contribution.
///
/// The words of a ``LookupTable`` share one space. A key's own word (its metatype's address) stands
/// for its value as a reader of that scope sees it; the low bits of an aligned address set the
/// others apart.
struct Slot: Hashable, Sendable {
  let word: UInt

  /// The slot of what is not kept.
  static let none = Slot(word: 0)

  private init(word: UInt) { self.word = word }

  /// The slot of a key's default.
  init(defaultOf key: ObjectIdentifier) {
    word = UInt(bitPattern: key) | 2
  }

  /// The slot of what a scope registered, decorated or contributed; its copies share it.
  init(recipeIn scope: ScopeNode) {
    word = UInt(truncatingIfNeeded: scope.identity) &<< 3 | 4
  }

  /// Whether the slot is of what a scope registered, decorated or contributed.
  var isOfRecipe: Bool { word & 7 == 4 }

  /// The slot of the one element that a scope contributed; its collection has the recipe's slot.
  init(elementIn scope: ScopeNode) {
    word = UInt(truncatingIfNeeded: scope.identity) &<< 3 | 6
  }

  /// The word of a key's value as a reader of the scope sees it.
  static func value(of key: ObjectIdentifier) -> UInt { UInt(bitPattern: key) }
}
