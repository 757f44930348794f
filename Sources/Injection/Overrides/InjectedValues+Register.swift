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
    push(Recipe(key, .make { BuiltValue(make()) }, of: make))
  }

  /// Builds a key's default anew for this scope, which keeps it, with all that is built from it.
  ///
  /// So a session owns what it closes, a debug menu starts over, and a test has a fresh one:
  ///
  /// ```swift
  /// let session = InjectedSession { $0.renew(DatabaseKey.self) }
  /// session.onEnd(DatabaseKey.self) { await $0.close() }
  /// ```
  ///
  /// The default is that of the context, built at its first read; the key's lifetime applies. An asynchronous
  /// key is prepared anew, inside. Overrides, registrations and decorations of the key in outer scopes do not
  /// reach it any more: register a key again instead whose live value is registered.
  ///
  /// - Parameter key: The key to renew.
  public mutating func renew<Key: InjectedInterfaceKey>(_ key: Key.Type) {
    push(Recipe(key, .renew))
  }

  /// Builds the default of the key that an accessor forwards to anew for this scope.
  ///
  /// As ``renew(_:)``; the key is learnt as for ``decorate(_:_:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - keyPath: The accessor of the key to renew.
  ///   - fileID: The file that renews, for messages.
  ///   - line: The line that renews, for messages.
  public mutating func renew<V: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, V> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let place = SourcePlace(fileID, line)
    let key = AccessorKey.read(by: keyPath, for: "renew(_:)", in: self, at: place).key
    push(Recipe(key, .renew))
  }
}
