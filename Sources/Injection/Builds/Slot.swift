/// What an instance is made for: a key, and the override that decides how.
struct Slot: Hashable, Sendable {
  let key: ObjectIdentifier
  /// The override that makes, decorates or contributes; `nil` for the key's default.
  private let link: Override.Identity?
  /// Whether it is the one element that the override contributes, not the collection.
  private let isElement: Bool

  private init(key: ObjectIdentifier, link: Override.Identity?, isElement: Bool) {
    self.key = key
    self.link = link
    self.isElement = isElement
  }

  init(defaultOf key: ObjectIdentifier) {
    self.init(key: key, link: nil, isElement: false)
  }

  /// Whether it is a key's default.
  var isDefault: Bool { link == nil }

  /// Whether an override makes it.
  func isMade(by override: Override) -> Bool { link == override.identity }

  /// The slot of what an override makes.
  init(of recipe: Recipe, isElement: Bool = false) {
    self.init(key: recipe.keyID, link: recipe.identity, isElement: isElement)
  }
}
