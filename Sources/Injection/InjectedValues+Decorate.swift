extension InjectedValues {
  /// Puts something around a key's value, for this scope and those inside it.
  ///
  /// `wrap` receives the value that the key would have without it, which is built only when the key
  /// is read. Decorations apply from the outermost scope inward, and within a scope in call order;
  /// an override in a deeper scope, or assigned after the decoration, is not decorated. The result
  /// is kept as the key's lifetime says; what `wrap` reads is recorded as for a default. Outside
  /// the scope, the undecorated instance stays as it is.
  ///
  /// - Parameters:
  ///   - key: The key to decorate.
  ///   - wrap: Makes the value to be used from the one to be wrapped.
  public mutating func decorate<Key: InjectedInterfaceKey>(
    _ key: Key.Type, _ wrap: @escaping @Sendable (Key.Value) -> Key.Value
  ) {
    push {
      RecipeNode<Key.Value>(
        key: key, outer: $0.outer, place: $0.place, continues: $0.continues,
        kind: .decoration, captured: $0.isCaptured
      ) { base in wrap(base()) }
    }
  }
}
