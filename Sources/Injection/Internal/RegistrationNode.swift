/// A scope that makes a key's value, whatever the key has without it.
final class RegistrationNode<Value>: RecipeNode<Value>, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.

  private let make: @Sendable () -> Value

  init(
    key: any Any.Type, outer: ScopeNode?, place: SourcePlace, continues: Bool,
    copyOf origin: ScopeNode? = nil, captured: Bool = false, make: @escaping @Sendable () -> Value
  ) {
    self.make = make
    super.init(
      key: key, outer: outer, place: place, continues: continues, kind: .registration,
      copyOf: origin, captured: captured
    ) { _ in make() }
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    RegistrationNode(
      key: key, outer: outer, place: place, continues: continues, copyOf: self,
      captured: captured, make: make)
  }

  /// The value that the registration makes: of the reader's session, where the key lives in one.
  override func value(for reader: Resolution<Value>, isProcess: Bool) -> Value {
    reader.readSession()
    return make()
  }
}
