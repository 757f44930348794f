/// What a session does with one key's value when it ends.
struct SessionTeardown: Sendable {
  let key: any (Any & SendableMetatype).Type
  /// Runs the user's closure with the value of an entry, if it still has one.
  let run: @Sendable (Entry) async throws -> Void

  init<Value>(
    _ key: any (Any & SendableMetatype).Type,
    _ teardown: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.key = key
    self.run = { entry in
      if let override = entry as? OverrideNode<Value> {
        try await teardown(override.value)
      } else if let kept = entry as? ValueInstance<Value> {
        try await teardown(kept.value)
      } else if let value = (entry as? WeakInstance<Value>)?.value {
        try await teardown(value)
      }
    }
  }

  /// Whether an entry of a session is the key's value, as a reader in the session sees it.
  func applies(to entry: Entry, in scope: ScopeNode) -> Bool {
    let id = ObjectIdentifier(key)
    guard let affecting = scope.nearest(id) ?? PreparedValues.around(scope).nearest(id) else {
      return entry.asInstance?.slot == Slot(defaultOf: id)
    }
    if affecting.tag == Entry.Tag.override { return affecting === entry }
    return entry.asInstance?.slot == Slot(recipeIn: affecting)
  }
}
