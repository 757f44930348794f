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
      let id = ObjectIdentifier(key)
      if let entry = log?.entryToRepeat(id) ?? store.find(id) {
        log?.note(key, set: entry)
        return unsafeDowncast(entry, to: EnvironmentValueEntry<Key.Value>.self).value
      }
      let value = Key.defaultValue
      log?.note(key, default: EnvironmentValueEntry(id, value))
      return value
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

/// Which keys one read of the environment has come to.
final class EnvironmentReadLog {
  struct Key {
    let name: String
    let key: ObjectIdentifier
    /// What was set; nil where nothing was.
    let entry: EnvironmentEntry?
    let defaultEntry: EnvironmentEntry?
  }

  private(set) var keys: [Key] = []
  /// Whether what was read is read once more: no default is asked for twice.
  var isRepeating = false

  func entryToRepeat(_ id: ObjectIdentifier) -> EnvironmentEntry? {
    isRepeating ? keys.first { $0.key == id }?.defaultEntry : nil
  }

  func note(
    _ key: Any.Type, set entry: EnvironmentEntry? = nil,
    default defaultEntry: EnvironmentEntry? = nil
  ) {
    let id = ObjectIdentifier(key)
    guard !keys.contains(where: { $0.key == id }) else { return }
    keys.append(
      Key(name: String(describing: key), key: id, entry: entry, defaultEntry: defaultEntry))
  }
}
