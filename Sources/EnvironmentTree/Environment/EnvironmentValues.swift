/// The values that views pass down the tree.
///
/// Extend it with a computed property for each key. It is immutable data with value semantics:
/// copying it is one reference, and setting a key shares what it does not change. Not Sendable,
/// since the values need not be.
public struct EnvironmentValues {
  private(set) var store: EnvironmentStore
  var log: EnvironmentReadLog?

  /// Creates values in which every key has its default.
  public init() {
    store = .empty
  }

  /// Reads or sets the value of a key.
  ///
  /// - Parameter key: The key.
  /// - Complexity: O(log *n*) to the base of 32, where *n* is the number of different keys that are
  ///   set, however often and however deep in the tree.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      let entry = store.find(ObjectIdentifier(key))
      log?.note(key, entry)
      guard let entry else { return Key.defaultValue }
      return unsafeDowncast(entry, to: EnvironmentValueEntry<Key.Value>.self).value
    }
    set {
      store = store.setting(EnvironmentValueEntry(ObjectIdentifier(key), newValue))
    }
  }

  /// Reads or sets the object that stands for its own type.
  subscript<Object: AnyObject>(name: ObjectName<Object>) -> Object? {
    get { self[ObjectKey<Object>.self] }
    set { self[ObjectKey<Object>.self] = newValue }
  }
}

/// The environment belongs to the main actor's tree.
@available(*, unavailable)
extension EnvironmentValues: Sendable {}

extension EnvironmentValues: Equivalent {
  func isEquivalent(to other: EnvironmentValues) -> Bool { store === other.store }
}

/// Names a type of object in a key path.
struct ObjectName<Object: AnyObject>: Hashable {}

/// The key that an object is found by: its type.
private enum ObjectKey<Object: AnyObject>: EnvironmentKey {
  static var defaultValue: Object? { nil }
}

/// The keys that a read of a key path has come to, each with its entry at that time.
final class EnvironmentReadLog {
  struct Key {
    let name: String
    let key: ObjectIdentifier
    let entry: EnvironmentEntry?
  }

  private(set) var keys: [Key] = []

  func note(_ key: Any.Type, _ entry: EnvironmentEntry?) {
    let id = ObjectIdentifier(key)
    guard !keys.contains(where: { $0.key == id }) else { return }
    keys.append(Key(name: String(describing: key), key: id, entry: entry))
  }
}
