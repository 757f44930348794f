/// A scope that says how to make a key's value, or what to put around it.
class RecipeNode<Value>: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  /// Makes the value; the argument gives the value that the key has without this recipe.
  typealias Recipe = @Sendable (_ base: () -> Value) -> Value

  private let recipe: Recipe
  /// Whether it gives the value, or puts something around the one that the key has without it.
  let kind: InjectedSourceKind

  init(
    key: any Any.Type, outer: ScopeNode?, place: SourcePlace, continues: Bool,
    kind: InjectedSourceKind, copyOf origin: ScopeNode? = nil, captured: Bool = false,
    recipe: @escaping Recipe
  ) {
    self.recipe = recipe
    self.kind = kind
    super.init(
      key: key, outer: outer, place: place, continues: continues, copyOf: origin,
      captured: captured)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    RecipeNode(
      key: key, outer: outer, place: place, continues: continues, kind: kind,
      copyOf: self, captured: captured, recipe: recipe)
  }

  /// Whether it needs the value that the key has without it.
  var isWrapping: Bool { kind != .registration }

  /// Makes the value for a reader in a build.
  func value(for reader: Resolution<Value>, isProcess: Bool) -> Value {
    recipe { reader.base(beyond: self, isProcess: isProcess) }
  }
}
