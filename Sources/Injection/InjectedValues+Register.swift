extension InjectedValues {
  /// Provides a key's value, made on first read.
  ///
  /// For a live implementation in another module than its interface, at launch
  /// (`prepareInjectedValues { $0.register(APIKey.self) { LiveAPI() } }`), or for a scope's value
  /// that should be made lazily. It holds in every context, as an override does. What the closure
  /// reads is recorded: a deeper scope that overrides any of it makes a value of its own. The key's
  /// lifetime applies.
  ///
  /// - Parameters:
  ///   - key: The key to provide.
  ///   - make: Makes the value; runs once for each scope that needs a value of its own.
  public mutating func register<Key: InjectedInterfaceKey>(
    _ key: Key.Type, _ make: @escaping @Sendable () -> Key.Value
  ) {
    push {
      RegistrationNode<Key.Value>(
        key: key, outer: $0, place: $1, continues: $1.isContinued,
        captured: $2, make: make)
    }
  }
}
