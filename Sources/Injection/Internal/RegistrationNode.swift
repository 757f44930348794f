/// A scope that makes a key's value, whatever the key has without it.
final class RegistrationNode<Value>: RecipeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  let makeValue: @Sendable () -> Value

  init(
    key: any Any.Type, outer: ScopeNode?, place: SourcePlace, continues: Bool,
    copyOf origin: ScopeNode? = nil, captured: Bool = false, make: @escaping @Sendable () -> Value
  ) {
    self.makeValue = make
    super.init(
      key: key, outer: outer, place: place, continues: continues, kind: .registration,
      copyOf: origin, captured: captured)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    RegistrationNode(
      key: key, outer: outer, place: place, continues: continues, copyOf: self,
      captured: captured, make: makeValue)
  }

  /// The value that the registration makes: of the reader's session, where the key lives in one.
  override func make(for reader: Resolution, isProcess: Bool) -> Instance {
    reader.readSession()
    return ValueInstance(makeValue())
  }
}
