/// What a scope assigned to a key.
@usableFromInline
final class OverrideNode<Value>: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  @usableFromInline let value: Value

  @inlinable
  init(
    _ value: consuming Value, key: any Any.Type, outer: ScopeNode?, place: SourcePlace,
    captured: Bool = false
  ) {
    self.value = value
    super.init(
      assigning: key, outer: outer, place: place, continues: place.isContinued,
      captured: captured)
  }

  private init(copyOf node: OverrideNode, outer: ScopeNode?, captured: Bool) {
    self.value = node.value
    super.init(
      tag: Tag.override, key: node.key, outer: outer, place: node.place,
      continues: node.continues, copyOf: node, captured: captured)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    OverrideNode(copyOf: self, outer: outer, captured: captured)
  }
}
