/// Why a body ran.
public enum EvaluationCause: Hashable, Sendable, CustomStringConvertible {
  /// The view came into the tree.
  case mount
  /// The parent made a view with other properties in its place.
  case parent
  /// State that the body had read was changed; the name of its property.
  case state(String)
  /// The environment that the body had read was changed; the name of the key.
  case environment(String)
  /// An observed property that the body had read was changed; its type and name: `Profile.first`.
  ///
  /// Of an ``ObservableObject``, any published property of the object counts as read.
  ///
  /// Of an `@Observable` class it is the type alone where the standard library knows the property only
  /// by an address, as on Linux; nil where the standard library tells nothing, as elsewhere.
  case observation(String?)

  /// The cause in words.
  public var description: String {
    switch self {
    case .mount: "mount"
    case .parent: "parent"
    case .state(let name): "state \(name)"
    case .environment(let name): "environment \(name)"
    case .observation(let name?): "observation \(name)"
    case .observation(nil): "observation"
    }
  }

  var isObservation: Bool {
    if case .observation = self { true } else { false }
  }
}
