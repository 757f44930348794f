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
/// fault on standard error, with the key and the line that declares the property.
@propertyWrapper public struct Environment<Value>: NodeProperty {
  private let keyPath: AnyKeyPath
  private let read: (EnvironmentReader?) -> Value
  private var reader: EnvironmentReader?

  /// Creates a wrapper that reads a key path.
  ///
  /// - Parameters:
  ///   - keyPath: The value to read.
  ///   - fileID: The file of the property, for messages.
  ///   - line: The line of the property, for messages.
  public init(
    _ keyPath: KeyPath<EnvironmentValues, Value>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.keyPath = keyPath
    read = { reader in
      reader?.read(keyPath) ?? readUnbound(keyPath, at: "\(fileID):\(line)")
    }
  }

  /// Creates a wrapper that reads the object of a type.
  ///
  /// A read traps where no view above has put one into the environment.
  ///
  /// - Parameters:
  ///   - type: The type of the object, exactly as it was put there.
  ///   - fileID: The file of the property, for messages.
  ///   - line: The line of the property, for messages.
  public init(_ type: Value.Type, fileID: StaticString = #fileID, line: UInt = #line)
  where Value: AnyObject {
    self.init(type, place: "\(fileID):\(line)")
  }

  init(_ type: Value.Type, place: @autoclosure @escaping () -> String?) where Value: AnyObject {
    let keyPath: KeyPath<EnvironmentValues, Value?> = \.[ObjectName<Value>()]
    self.keyPath = keyPath
    read = { reader in
      if let object = reader?.read(keyPath) { return object }
      fatalError(
        """
        No object of type \(Value.self) is in the environment of \
        \(reader?.path ?? "a view that is in no tree")\(place().map { ", read at \($0)" } ?? ""). \
        A view above has to put it there: .environment(\(Value.self)(…)).
        """)
    }
  }

  /// Creates a wrapper that reads the object of a type, or nil where there is none.
  ///
  /// - Parameters:
  ///   - type: The type of the object, exactly as it was put there.
  ///   - fileID: The file of the property, for messages.
  ///   - line: The line of the property, for messages.
  public init<Object: AnyObject>(
    _ type: Object.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == Object? {
    self.init(\.[ObjectName<Object>()], fileID: fileID, line: line)
  }

  /// The value now.
  public var wrappedValue: Value { read(reader) }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {
    reader = node.environmentReader
  }

  func isEquivalent(to other: Environment) -> Bool { keyPath == other.keyPath }
}

/// Reads a default where no node stands behind the property, and reports that.
private func readUnbound<Value>(
  _ keyPath: KeyPath<EnvironmentValues, Value>, at place: String
) -> Value {
  let read = KeyPathRead(keyPath, in: EnvironmentScope(parent: nil) { _ in })
  let name = read.keyNames.isEmpty ? "\(keyPath)" : read.keyNames.joined(separator: ", ")
  reportFault(
    """
    @Environment of \(name), declared at \(place), was read outside a body, where there is no \
    tree; it gives the default
    """)
  return read.value
}
