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
    push(Recipe(key, .decorate { BuiltValue(wrap($0.value(as: Key.Value.self))) }, of: wrap))
  }

  /// Puts something around the value of the key that an accessor forwards to.
  ///
  /// ```swift
  /// withInjectedValues {
  ///   $0.decorate(\.api) { LoggingAPI(around: $0) }
  /// } operation: { … }
  /// ```
  ///
  /// As ``decorate(_:_:)``. The accessor has to forward to exactly one key; any other accessor is an error
  /// that names it and ends the process. To learn the key, the accessor is run once, which reads the key
  /// in the scope around: where that read must not happen, pass the key instead. An accessor that goes on
  /// to compute something of the same type cannot be told from one that forwards.
  ///
  /// - Parameters:
  ///   - keyPath: The accessor of the key to decorate.
  ///   - wrap: Makes the value to be used from the one to be wrapped.
  ///   - fileID: The file that decorates, for messages.
  ///   - line: The line that decorates, for messages.
  public mutating func decorate<V: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, V> & Sendable, _ wrap: @escaping @Sendable (V) -> V,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let place = SourcePlace(fileID, line)
    let key = AccessorKey.read(by: keyPath, for: "decorate(_:_:)", in: self, at: place).key
    push(Recipe(key, .decorate { BuiltValue(wrap($0.value(as: V.self))) }, of: wrap))
  }
}
