/// What an instance is made for: a key, and the override that decides how.
struct Slot: Hashable, Sendable {
  let key: ObjectIdentifier
  /// The override that makes, decorates or contributes; `nil` for the key's default.
  let link: Override.Identity?
  /// Whether it is the one element that the override contributes, not the collection.
  private let isElement: Bool

  init(of key: ObjectIdentifier, by link: Override?, isElement: Bool = false) {
    self.key = key
    self.link = link?.identity
    self.isElement = isElement
  }
}
