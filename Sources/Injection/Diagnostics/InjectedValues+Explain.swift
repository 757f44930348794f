extension InjectedValues {
  /// Explains what a read of a key gives in the current task, and why.
  ///
  /// ```swift
  /// print(InjectedValues.explain(UserServiceKey.self))
  /// // UserServiceKey: override at App/Main.swift:12
  /// //   lifetime: cached
  /// //   shadows: live default
  /// //   scopes: App/Main.swift:12
  /// ```
  ///
  /// Builds nothing and records nothing. Explains the scope that the caller runs in: an owner that
  /// was created elsewhere may see another value.
  ///
  /// - Parameter key: The key to explain.
  /// - Returns: What gives the value.
  /// - Complexity: O(*d* *n*) for *d* scopes around, *n* of which override the key, and O(*m*) for the
  ///   *m* values that it was built from.
  public static func explain<Key: InjectedInterfaceKey>(_ key: Key.Type) -> InjectedExplanation {
    explain(Request(key, accessor: "explain(_:)"))
  }

  /// Explains what a read of a main-actor key gives in the current task, and why.
  ///
  /// As the form for other keys. There is none for an accessor, since a key path to a main-actor
  /// property is not Sendable.
  ///
  /// - Parameter key: The key to explain.
  /// - Returns: What gives the value.
  /// - Complexity: O(*d* *n*) for *d* scopes around, *n* of which override the key, and O(*m*) for the
  ///   *m* values that it was built from.
  @MainActor
  public static func explain<Key: MainActorInjectedKey>(_ key: Key.Type) -> InjectedExplanation {
    explain(Request(key, accessor: "explain(_:)"))
  }

  /// Explains what a read through an accessor gives in the current task, and why.
  ///
  /// The accessor has to forward to exactly one key; any other accessor is an error that names it and ends the
  /// process. To learn the key, the accessor is run once, which reads it: where that must not be, pass the key.
  ///
  /// - Parameters:
  ///   - keyPath: The accessor, as in `\.userService`.
  ///   - fileID: The file that asks, for messages.
  ///   - line: The line that asks, for messages.
  /// - Returns: What gives the value.
  public static func explain<V>(
    _ keyPath: any KeyPath<InjectedValues, V> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectedExplanation {
    explain(AccessorKey.read(by: keyPath, for: "explain(_:)", at: SourcePlace(fileID, line)))
  }

  /// Looks at a key's sources without using any.
  private static func explain(_ request: Request) -> InjectedExplanation {
    // A main-actor key has a live value, and is made by a read.
    let key: (any InjectedInterfaceKey.Type)? =
      if case .key(let key) = request.source { key } else { nil }
    let isPrepared = key?._isMadeByPreparing ?? false
    let home = (Scope.enclosing ?? .process).home
    let deciders = Array(home.overrides(of: request.keyID))
    let first = deciders.first
    let isAssigned = first?.link.isAssigned ?? false
    let kept = isAssigned ? nil : Resolution.kept(request, at: home, by: first)
    let built = kept?.entry.origin.map { trace in
      let read = InjectedExplanation.Read.of(trace, at: home)
      return InjectedExplanation.Built(
        firstReader: trace.firstReader.description, owner: read.owner, reads: read.reads)
    }
    let context = InjectedContext.applying(at: home)
    let isOfDefault = home.base(of: request.keyID)?.link.isRenewal ?? true
    let hasDefault = context != .live || key?._hasLiveValue ?? true || isPrepared
    // The nearest first; the default is the last.
    let sources =
      deciders.map { found in
        InjectedExplanation.Source(
          kind: found.link.kind(at: home.ancestor(at: found.distance).mark),
          place: home.place(of: found).description, context: nil,
          exists: !found.link.isRenewal || hasDefault, isMade: !found.link.isAssigned)
      } + [
        InjectedExplanation.Source(
          kind: .default, place: nil, context: context, exists: hasDefault, isMade: true)
      ]
    let wraps = deciders.prefix { $0.link.isWrapping }.count
    return InjectedExplanation(
      key: IssueReporter.name(request.key), lifetime: request.lifetime, source: sources[0],
      decorated: Array(sources.dropFirst().prefix(wraps)),
      shadowed: Array(sources.dropFirst(wraps + 1)), scopes: home.scopes, built: built,
      isPrepared: isPrepared && context == .live && isOfDefault)
  }
}
