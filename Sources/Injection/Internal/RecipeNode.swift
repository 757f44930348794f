/// A scope that says how to make a key's value, or what to put around it.
class RecipeNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  /// Whether it gives the value, or puts something around the one that the key has without it.
  let kind: InjectedSourceKind

  @inline(never)
  init(
    key: any Any.Type, outer: ScopeNode?, place: SourcePlace, continues: Bool,
    kind: InjectedSourceKind, copyOf origin: ScopeNode?, captured: Bool
  ) {
    self.kind = kind
    super.init(
      tag: Tag.recipe, key: key, outer: outer, place: place, continues: continues, copyOf: origin,
      captured: captured)
  }

  /// Makes the value for a reader in a build.
  func make(for reader: Resolution, isProcess: Bool) -> Instance {
    preconditionFailure("Every recipe says what it makes.")
  }

  /// Makes the one element that a contribution adds.
  func makeElement() -> Instance {
    preconditionFailure("Only a contribution adds elements.")
  }
}
