extension InjectedValues {
  /// Checks that keys, and all that their live values read, can be built.
  ///
  /// ```swift
  /// try InjectedValues.verify([APIKey.self, DatabaseKey.self])
  /// ```
  ///
  /// Looks first for missing live values and registrations, without building. Then builds every key
  /// in a scratch world: **this runs live initialisers**, on a thread of its own, with the caller's
  /// scopes and what was prepared, in the live context. Nothing that is built there is kept.
  ///
  /// Where a value is missing or a cycle closes, the build goes on with the key's preview or test
  /// value, so that what comes after is found too. A key that has neither cannot go on: its build
  /// and the ones around it are abandoned, and a `static let` among them stays locked. So once an
  /// error has been thrown, do not use the container's live values in this process. A value that
  /// is kept in a `static let` is the one the process goes on with.
  ///
  /// A value of the lifetime ``InjectedLifetime/session`` is built as in a session. An
  /// ``AsyncInjectedKey`` is not prepared: its preview or test value stands in for the live one.
  ///
  /// An initialiser that must run on the main thread, or that waits for it, fails here.
  ///
  /// - Parameters:
  ///   - keys: The keys to check.
  ///   - fileID: The file that verifies, for messages.
  ///   - line: The line that verifies, for messages.
  /// - Throws: One ``InjectedVerificationError`` that lists all that is missing and every cycle.
  public static func verify(
    _ keys: [any InjectedInterfaceKey.Type], fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let verification = Verification()
    let scope = scratch(at: SourcePlace(fileID, line))
    for key in keys where !hasLiveValue(key, in: scope) {
      verification.noteMissing(key, accessor: nil)
    }
    for key in keys where hasLiveValue(key, in: scope) { build(key, verification, in: scope) }
    let found = verification.findings
    if found.missing.isEmpty, found.cycles.isEmpty, found.failures.isEmpty { return }
    throw InjectedVerificationError(
      missing: found.missing, cycles: found.cycles, failures: found.failures)
  }

  /// Copies of what was prepared and of the caller's scopes, in the live context.
  ///
  /// Copies have no instances, and the context is among what every default reads: so nothing that
  /// is built belongs outside.
  private static func scratch(at place: SourcePlace) -> ScopeNode {
    let nodes =
      path(from: Scopes.enclosing) + path(from: PreparedValues.around(Scopes.enclosing).head)
    let outer = nodes.reversed().reduce(nil as ScopeNode?) { $1.copy(outer: $0, captured: false) }
    return OverrideNode<InjectedContext>(
      .live, key: ContextKey.self, outer: outer, place: place)
  }

  /// The nodes that affect keys, innermost first.
  private static func path(from head: ScopeNode?) -> [ScopeNode] {
    var nodes: [ScopeNode] = []
    var next = head
    while let node = next {
      // Nor a world: its copies would be the instances of the test's own.
      let isUsers =
        !(node is BuildNode || node is RecordingNode || node is WorldNode || node.isJunction)
      if isUsers { nodes.append(node) }
      next = node.up
    }
    return nodes
  }

  private static func hasLiveValue<Key: InjectedInterfaceKey>(
    _ key: Key.Type, in scope: ScopeNode
  ) -> Bool {
    if key._makeLiveValue != nil || key._isMadeByPreparing { return true }
    return path(from: scope).contains { node in
      node.keyID == ObjectIdentifier(key)
        && node.asRecipe?.isWrapping != true
    }
  }

  private static func build<Key: InjectedInterfaceKey>(
    _ key: Key.Type, _ verification: Verification, in scope: ScopeNode
  ) {
    if verification.findings.abandoned.contains(ObjectIdentifier(key)) { return }
    verification.build(key, in: scope)
  }
}
