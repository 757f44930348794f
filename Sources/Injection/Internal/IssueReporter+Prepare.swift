extension IssueReporter {
  /// Called while the default that the reader needs is being built, so that its chain is known.
  static func notPrepared(_ key: any Any.Type, accessor: StaticString) -> Never {
    let path = buildsOutward(to: key)
    if let path { cycle(path, accessor: accessor) }
    trap(
      """
      \(name(key)) was read through '\(accessor)' before it was prepared, in \(scopes()). \
      \(preparedElsewhere(key))Call 'try await InjectedValues.prepare(\(name(key)).self)' before \
      the first read, or override the key.
      """)
  }

  static func preparedValueIsNotKept(_ key: any Any.Type, lifetime: InjectedLifetime) -> Never {
    trap(
      """
      \(name(key)) has the lifetime '\(lifetime)', but a prepared value is kept. Use '.cached' \
      or '.session'.
      """)
  }

  /// The keys that are being built from a preparation of `key` to the read of it, if there is one.
  private static func buildsOutward(to key: any Any.Type) -> [any Any.Type]? {
    let slot = Slot(defaultOf: ObjectIdentifier(key))
    // The innermost build is the read's own.
    var keys: [any Any.Type] = [key]
    var node = (Scopes.current as? BuildNode)?.up
    while let scope = node {
      if scope.isBuilding, let build = scope.asBuild?.build {
        keys.append(build.key)
        if build.slot == slot { return keys.reversed() }
      }
      node = scope.up
    }
    return nil
  }

  /// Says which override keeps the reader from a value that an outer scope has prepared, if one does.
  private static func preparedElsewhere(_ key: any Any.Type) -> String {
    let slot = Slot(defaultOf: ObjectIdentifier(key)).word
    var passed: [ScopeNode] = []
    var node = Scopes.current
    var instance: Instance?
    while let scope = node, instance == nil {
      instance = Entry.at(scope.extras?.find(slot) ?? 0)?.asInstance
      if instance == nil { passed.append(scope) }
      node = scope.up
    }
    instance =
      instance
      ?? (Scopes.current?.world == nil
        ? Entry.at(ProcessScope.shared.extras.find(slot))?.asInstance : nil)
    guard let keys = instance?.keys,
      let override = passed.first(where: { keys.contains($0.keyID) })
    else { return "" }
    return """
      It was prepared outside the scope of \(override.place), which overrides \
      \(name(override.key)), from which it is made. 
      """
  }
}
