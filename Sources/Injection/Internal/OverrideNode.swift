/// What a scope assigned to a key.
@usableFromInline
final class OverrideNode<Value>: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  @usableFromInline let value: Value

  @inlinable
  init(
    _ value: Value, key: any Any.Type, outer: ScopeNode?, place: SourcePlace,
    continues: Bool, copyOf origin: ScopeNode? = nil, captured: Bool = false
  ) {
    self.value = value
    super.init(
      tag: Tag.override, key: key, outer: outer, place: place, continues: continues,
      copyOf: origin, captured: captured)
  }

  @usableFromInline
  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    OverrideNode(
      value, key: key, outer: outer, place: place, continues: continues, copyOf: self,
      captured: captured)
  }
}
