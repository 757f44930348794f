/// Names what gives a value: an assignment, a closure, or the key itself.
public enum InjectedSourceKind: String, Sendable, Hashable, CaseIterable {
  /// A scope assigned the value.
  case override
  /// A scope registered a closure that makes the value, or renewed the key.
  case registration
  /// A scope wraps the value that the key has outside it.
  case decoration
  /// A scope adds an element to the collection that the key has outside it.
  case contribution
  /// The value was assigned, registered or decorated at launch, for the whole process.
  case prepared
  /// The key's own value for the context.
  case `default`
}
