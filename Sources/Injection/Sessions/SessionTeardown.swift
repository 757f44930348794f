/// What a session does with one key's value when it ends.
struct SessionTeardown: Sendable {
  /// The key's name, or the accessor's type.
  let name: String
  /// Whether it is for a key that gives an entry.
  private let isFor: @Sendable (ObjectIdentifier, Entry) -> Bool
  private let tearDown: @Sendable (Entry) async throws -> Void

  init<Key: InjectedInterfaceKey>(
    _ key: Key.Type, _ teardown: @escaping @Sendable (Key.Value) async throws -> Void
  ) {
    name = IssueReporter.name(key)
    isFor = { id, _ in id == ObjectIdentifier(key) }
    tearDown = { try await teardown($0.value(as: Key.Value.self)) }
  }

  init<Value: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, Value> & Sendable,
    _ teardown: @escaping @Sendable (Value) async throws -> Void, at place: SourcePlace
  ) {
    name = "\(Value.self), at \(place)"
    isFor = { id, entry in
      (entry is BuiltValue<Value> || entry is Assigned<Value>)
        && AccessorKey.isKey(
          id, of: keyPath, giving: entry, for: "onEnd(_:_:)", at: place)
    }
    tearDown = { try await teardown($0.value(as: Value.self)) }
  }

  /// Tears an entry of a home down, if it is the key's value for a reader there.
  func run(_ entry: Entry, at home: Home) async throws {
    let key = (entry as? Override)?.keyID ?? (entry as? Instance)?.slot.key
    guard let key, isFor(key, entry), Self.isGiven(entry, for: key, at: home) else { return }
    try await tearDown(entry)
  }

  /// Whether a reader at a home is given an entry for its key, and not what wraps or replaces it.
  private static func isGiven(_ entry: Entry, for key: ObjectIdentifier, at home: Home) -> Bool {
    guard case .found(let found) = home.find(key) else {
      return (entry as? Instance)?.slot == Slot(defaultOf: key)
    }
    if let recipe = found.link as? Recipe { return (entry as? Instance)?.slot == Slot(of: recipe) }
    return found.link === entry
  }
}
