/// Reads the environment of the view that it is a property of.
///
/// ```swift
/// @Environment(\.theme) private var theme
/// @Environment(Session.self) private var session
/// ```
///
/// What a body reads is what it depends on: it is evaluated again when the value at the key path is
/// another one, whatever else changes in the environment. Closures that the body makes may read it
/// too, later, and see what it is then. Outside a tree, a read gives the key's default and reports a
/// fault on standard error.
@propertyWrapper public struct Environment<Value>: NodeProperty {
  private let keyPath: AnyKeyPath
  private let read: (EnvironmentReader?) -> Value
  private var reader: EnvironmentReader?

  /// Creates a wrapper that reads a key path.
  ///
  /// - Parameter keyPath: The value to read.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
    read = { reader in
      if let reader { return reader.read(keyPath) }
      reportUnboundRead(keyPath)
      return EnvironmentValues()[keyPath: keyPath]
    }
  }

  /// Creates a wrapper that reads the object of a type.
  ///
  /// A read traps where no view above has put one into the environment.
  ///
  /// - Parameter type: The type of the object, exactly as it was put there.
  public init(_ type: Value.Type) where Value: AnyObject {
    let keyPath: KeyPath<EnvironmentValues, Value?> = \.[ObjectName<Value>()]
    self.keyPath = keyPath
    read = { reader in
      if let object = reader?.read(keyPath) { return object }
      fatalError(
        """
        No object of type \(Value.self) is in the environment of \
        \(reader?.path ?? "a view that is in no tree"). A view above has to put it there: \
        .environment(\(Value.self)(…)).
        """)
    }
  }

  /// Creates a wrapper that reads the object of a type, or nil where there is none.
  ///
  /// - Parameter type: The type of the object, exactly as it was put there.
  public init<Object: AnyObject>(_ type: Object.Type) where Value == Object? {
    self.init(\.[ObjectName<Object>()])
  }

  /// The value now.
  public var wrappedValue: Value { read(reader) }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {
    reader = node.environmentReader
  }

  func isEquivalent(to other: Environment) -> Bool { keyPath == other.keyPath }
}

/// A read that no node stands behind.
private func reportUnboundRead(_ keyPath: AnyKeyPath) {
  reportFault(
    "@Environment(\(keyPath)) was read outside a body, where there is no tree; it gives the default"
  )
}
