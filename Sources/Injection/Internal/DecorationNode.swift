/// A scope that puts something around the value that a key has without it.
final class DecorationNode<Value>: RecipeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  let wrap: @Sendable (Value) -> Value

  init(
    key: any Any.Type, outer: ScopeNode?, place: SourcePlace, continues: Bool,
    copyOf origin: ScopeNode? = nil, captured: Bool = false,
    wrap: @escaping @Sendable (Value) -> Value
  ) {
    self.wrap = wrap
    super.init(
      key: key, outer: outer, place: place, continues: continues, kind: .decoration,
      copyOf: origin, captured: captured)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    DecorationNode(
      key: key, outer: outer, place: place, continues: continues, copyOf: self,
      captured: captured, wrap: wrap)
  }

  override func make(for reader: Resolution, isProcess: Bool) -> Instance {
    let base = reader.base(beyond: self, isProcess: isProcess)
    return ValueInstance(wrap(base.value(as: Value.self)))
  }
}
