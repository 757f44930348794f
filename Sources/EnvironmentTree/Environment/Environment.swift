/// Reads the environment of the view that it is a property of.
///
/// ```swift
/// @Environment(\.theme) private var theme
/// @Environment(Session.self) private var session
/// ```
///
/// As in SwiftUI, declaring it is reading it: the value is read before each evaluation of the body,
/// and when another value is there, the body is evaluated again, whether or not it reads the property.
/// Values are compared as views are (by bytes, by `==`, then property by property), so a default that makes
/// an object at each read counts as another value at each change of the environment. Closures that a body
/// makes see the value that the body saw. Outside a tree, a read gives the key's default and reports a
/// fault on standard error, with the key and the line that declares the property.
@propertyWrapper public struct Environment<Value>: NodeProperty {
  private let keyPath: AnyKeyPath
  private let read: (EnvironmentReader?) -> Value
  private var reader: EnvironmentReader?
  /// The value as `update()` has read it before the last evaluation.
  private var value: Value?

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
  /// It traps where no view above has put one into the environment, before the view's first body.
  ///
  /// - Parameters:
  ///   - type: The type of the object, exactly as it was put there.
  ///   - fileID: The file of the property, for messages.
  ///   - line: The line of the property, for messages.
  public init(_ type: Value.Type, fileID: StaticString = #fileID, line: UInt = #line)
  where Value: AnyObject {
    let keyPath: KeyPath<EnvironmentValues, Value?> = \.[ObjectName<Value>()]
    self.keyPath = keyPath
    read = { reader in
      if let object = reader?.read(keyPath) { return object }
      trapMissing(Value.self, path: reader?.path, "\(fileID):\(line)")
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

  /// The value, as it was before the last evaluation of the body.
  public var wrappedValue: Value { value ?? read(reader) }

  /// Reads the environment, before each evaluation of the body.
  public mutating func update() {
    if reader != nil { value = read(reader) }
  }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {
    reader = node.environmentReader
  }

  /// The path by which reports name the view that the property is in.
  var path: String? { reader?.path }

  func isEquivalent(to other: Environment) -> Bool { keyPath == other.keyPath }
}

/// Ends the process where an object that has to be in the environment is not.
func trapMissing<Object>(
  _ type: Object.Type, path: String?, _ place: String?, modifier: String = "environment"
) -> Never {
  fatalError(
    """
    No object of type \(type) is in the environment of \(path ?? "a view that is in no tree")\
    \(place.map { ", read at \($0)" } ?? ""). A view above has to put it there: \
    .\(modifier)(\(type)(…)).
    """)
}

/// Reads a default where no node stands behind the property, and reports that.
private func readUnbound<Value>(
  _ keyPath: KeyPath<EnvironmentValues, Value>, at place: String
) -> Value {
  let read = KeyPathRead(keyPath, in: EnvironmentScope(ofRoot: { _ in }))
  let name = read.keyNames.isEmpty ? "\(keyPath)" : read.keyNames.joined(separator: ", ")
  reportFault(
    """
    @Environment of \(name), declared at \(place), was read outside a body, where there is no \
    tree; it gives the default
    """)
  return read.value
}
