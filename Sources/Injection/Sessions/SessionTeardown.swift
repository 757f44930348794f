/// What a session does with one key's value when it ends.
struct SessionTeardown: Sendable {
  /// The key's name, or the accessor's type.
  let name: String
  /// Whether it is for a key that gives an entry.
  private let isForKey: @Sendable (ObjectIdentifier, Entry) -> Bool
  let tearDown: @Sendable (Entry, InjectedSession.Outcome) async throws -> Void

  init<Key: InjectedInterfaceKey>(
    _ key: Key.Type,
    _ teardown: @escaping @Sendable (Key.Value, InjectedSession.Outcome) async throws -> Void
  ) {
    name = IssueReporter.name(key)
    isForKey = { id, _ in id == ObjectIdentifier(key) }
    tearDown = { try await teardown($0.value(as: Key.Value.self), $1) }
  }

  init<Value: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, Value> & Sendable,
    _ teardown: @escaping @Sendable (Value, InjectedSession.Outcome) async throws -> Void,
    at place: SourcePlace
  ) {
    name = "\(Value.self), at \(place)"
    isForKey = { id, entry in
      (entry is BuiltValue<Value> || entry is Assigned<Value>)
        && AccessorKey.isKey(id, of: keyPath, giving: entry, for: "onEnd(_:_:)", at: place)
    }
    tearDown = { try await teardown($0.value(as: Value.self), $1) }
  }

  /// Whether it is for an entry: the value of its key for a reader at a home.
  func isFor(_ entry: Entry, at home: Home) -> Bool {
    guard let key = (entry as? Override)?.keyID ?? (entry as? Instance)?.trace.slot.key else {
      return false
    }
    return isForKey(key, entry) && Self.isGiven(entry, for: key, at: home)
  }

  /// Whether a reader at a home is given an entry for its key, and not what wraps or replaces it.
  private static func isGiven(_ entry: Entry, for key: ObjectIdentifier, at home: Home) -> Bool {
    guard case .found(let found) = home.find(key) else {
      return (entry as? Instance)?.trace.slot == Slot(defaultOf: key)
    }
    if let recipe = found.link as? Recipe {
      return (entry as? Instance)?.trace.slot == Slot(of: recipe)
    }
    return found.link === entry
  }
}
