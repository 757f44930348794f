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
  /// - Complexity: O(*d*) in the depth of scopes.
  public static func explain<Key: InjectedInterfaceKey>(_ key: Key.Type) -> InjectedExplanation {
    Explainer(
      request: Request(key, accessor: "explain(_:)"), hasLiveValue: key._makeLiveValue != nil,
      reader: Scopes.enclosing
    ).explanation
  }

  /// Explains what a read of a main-actor key gives in the current task, and why.
  ///
  /// As the form for other keys. There is none for an accessor, since a key path to a main-actor
  /// property is not Sendable.
  ///
  /// - Parameter key: The key to explain.
  /// - Returns: What gives the value.
  /// - Complexity: O(*d*) in the depth of scopes.
  @MainActor
  public static func explain<Key: MainActorInjectedKey>(_ key: Key.Type) -> InjectedExplanation {
    Explainer(
      request: Request(key, accessor: "explain(_:)"), hasLiveValue: true,
      reader: Scopes.enclosing
    ).explanation
  }

  /// Explains what a read through an accessor gives in the current task, and why.
  ///
  /// The accessor has to forward to exactly one key; any other is an error that names it and ends
  /// the process. It is run once, on another thread, to learn the key. Nothing is built, so where
  /// the key has no value yet, an accessor that goes on to compute something of the same type
  /// cannot be told from one that forwards.
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
  let reader: ScopeNode?

  private typealias Source = InjectedExplanation.Source

  var explanation: InjectedExplanation {
    let found = sources()
    return InjectedExplanation(
      key: IssueReporter.name(request.key), lifetime: request.lifetime, source: found.all[0],
      decorated: Array(found.all[1..<(found.wrappingCount + 1)]),
      shadowed: Array(found.all[(found.wrappingCount + 1)...]), scopes: scopes(),
      built: built(found.slot))
  }

  /// Everything that could give the value.
  private struct Sources {
    /// The nearest first; the default is the last.
    var all: [Source] = []
    /// How many of them, from the nearest on, wrap what the next one gives.
    var wrappingCount = 0
    /// The slot of the nearest; `nil` where it assigns a value.
    var slot: Slot?

    mutating func add(_ source: Source, isWrapping: Bool, _ slot: Slot?) {
      if all.isEmpty { self.slot = slot }
      if isWrapping, wrappingCount == all.count { wrappingCount += 1 }
      all.append(source)
    }
  }

  private func sources() -> Sources {
    var found = Sources()
    for (head, isPrepared) in [(reader, false), (PreparedValues.around(reader).head, true)] {
      var next = head
      while let node = next {
        if node.keyID == request.keyID {
          let recipe = node.asRecipe
          let kind =
            isPrepared ? .prepared : recipe?.kind ?? .override
          let source = Source(
            kind: kind, place: node.place.description, context: nil, exists: true,
            isMade: recipe != nil)
          found.add(
            source, isWrapping: recipe?.isWrapping ?? false, recipe.map { Slot(recipeIn: $0) })
        }
        next = node.up
      }
    }
    let context = context()
    let exists = context != .live || hasLiveValue
    let source = Source(
      kind: .default, place: nil, context: context, exists: exists, isMade: true)
    found.add(source, isWrapping: false, Slot(defaultOf: request.keyID))
    return found
  }

  private func context() -> InjectedContext {
    let key = ObjectIdentifier(ContextKey.self)
    let scope = reader?.nearest(key) ?? PreparedValues.around(reader).nearest(key)
    return (scope as? OverrideNode<InjectedContext>)?.value ?? .detected
  }

  private func scopes() -> [String] {
    var places: [String] = []
    var next = reader
    while let node = next {
      let isUsers =
        !(node is BuildNode || node is RecordingNode || node is WorldNode || node.isJunction)
      if isUsers, !node.continues {
        places.append(node.place.description)
      }
      next = node.up
    }
    return places
  }

  private func built(_ slot: Slot?) -> InjectedExplanation.Built? {
    guard let slot, let instance = Resolution(request, in: reader).kept(slot) else { return nil }
    var reads: [InjectedExplanation.Read] = []
    for read in instance.provenance.reads where read.id != instance.provenance.id {
      reads.append(
        .init(
          key: IssueReporter.name(read.key), kind: read.kind,
          owner: read.owner.place?.description))
    }
    return InjectedExplanation.Built(
      firstReader: "\(instance.firstReader)",
      owner: instance.provenance.owner.place?.description,
      reads: reads)
  }
}
