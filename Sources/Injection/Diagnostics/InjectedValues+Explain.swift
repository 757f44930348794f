extension InjectedValues {
  /// Explains what a read of a key gives in the current task, and why.
  ///
  /// ```swift
  /// print(InjectedValues.explain(UserServiceKey.self))
  /// // UserServiceKey: override at App/Tests.swift:12
  /// //   lifetime: cached
  /// //   shadows: live default
  /// //   scopes: App/Tests.swift:12
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
    Explainer(
      request: Request(key, accessor: "explain(_:)"), hasLiveValue: key._hasLiveValue,
      reader: Scope.enclosing
    ).explanation
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
    Explainer(
      request: Request(key, accessor: "explain(_:)"), hasLiveValue: true,
      reader: Scope.enclosing
    ).explanation
  }

  /// Explains what a read through an accessor gives in the current task, and why.
  ///
  /// The accessor has to forward to exactly one key; any other is an error that names it and ends
  /// the process. It is run once to learn the key, which reads it: name the key where that must not be.
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
    let place = SourcePlace(fileID, line)
    let found = AccessorKey(keyPath, for: "explain(_:)", at: place)
    guard let key = found.key as? any InjectedInterfaceKey.Type else {
      IssueReporter.notOneKey(
        [found.key], readThrough: ["\(found.accessor)"], gives: V.self, "explain(_:)", at: place)
    }
    return explain(key)
  }
}

/// Looks at a key's sources without using any.
private struct Explainer {
  let request: Request
  let hasLiveValue: Bool
  let home: Home

  private typealias Source = InjectedExplanation.Source

  init(request: Request, hasLiveValue: Bool, reader: Scope?) {
    self.request = request
    self.hasLiveValue = hasLiveValue
    home = (reader ?? .process).home
  }

  var explanation: InjectedExplanation {
    let found = sources()
    let wraps = found.prefix { $0.isWrapping }.count
    let all = found.map(\.source)
    return InjectedExplanation(
      key: IssueReporter.name(request.key), lifetime: request.lifetime, source: all[0],
      decorated: Array(all.dropFirst().prefix(wraps)),
      shadowed: Array(all.dropFirst(wraps + 1)), scopes: home.scopes, built: built())
  }

  /// Everything that could give the value, the nearest first; the default is the last.
  private func sources() -> [(source: Source, isWrapping: Bool)] {
    var found: [(source: Source, isWrapping: Bool)] = []
    for decider in home.overrides(of: request.keyID) {
      let recipe = decider.link as? Recipe
      let kind =
        home.ancestor(at: decider.distance).mark.isWorld ? .prepared : recipe?.kind ?? .override
      let source = Source(
        kind: kind, place: home.place(of: decider).description,
        context: nil, exists: true, isMade: recipe != nil)
      found.append((source, decider.link.isWrapping))
    }
    let context = InjectedContext.applying(at: home)
    let source = Source(
      kind: .default, place: nil, context: context,
      exists: context != .live || hasLiveValue || built() != nil, isMade: true)
    found.append((source, false))
    return found
  }

  private func built() -> InjectedExplanation.Built? {
    let resolution = Resolution(request: request, home: home, build: nil, watch: nil)
    let found = home.find(request.keyID)
    if found?.link.isAssigned ?? false { return nil }
    let recipe = found?.link as? Recipe
    let kept = resolution.kept(
      recipe.map { Slot(of: $0) } ?? Slot(defaultOf: request.keyID), decidedBy: recipe,
      at: found?.distance ?? .max)
    guard let trace = (kept?.entry as? Instance)?.trace else { return nil }
    var known = Few<InjectedExplanation.Read>()
    return InjectedExplanation.Built(
      firstReader: "\(trace.firstReader)", owner: place(of: trace.keeper),
      reads: Provenance.of(trace, at: home).reads.map { read(of: $0, knowing: &known) })
  }

  private func read(
    of provenance: Provenance, knowing known: inout Few<InjectedExplanation.Read>
  ) -> InjectedExplanation.Read {
    if let read = known[ObjectIdentifier(provenance)] { return read }
    let read = InjectedExplanation.Read(
      key: IssueReporter.name(provenance.key), kind: provenance.kind,
      owner: place(of: provenance.owner),
      reads: provenance.reads.map { self.read(of: $0, knowing: &known) })
    known.insert(read, for: ObjectIdentifier(provenance))
    return read
  }

  private func place(of mark: Home.Mark?) -> String? {
    guard let mark, mark.number != 0 else { return nil }
    return mark.place.description
  }
}
