/// The checks that a scope was asked to make, in the test context.
struct ScopeChecks {
  /// What the scope's overrides stand on.
  let base: ScopeNode?
  /// Whether the base begins the scope already.
  let begins: Bool
  private let exhaustion: Exhaustion?
  private let place: SourcePlace

  @inline(never)
  init(_ options: InjectedScopeOptions, at place: SourcePlace) {
    var base = Scopes.enclosing
    var begins = false
    var exhaustion: Exhaustion?
    if !options.isEmpty, InjectedContext.applying(in: base) == .test {
      if options.contains(.allowsLostReads) {
        base = LostReadsNode(outer: base, place: place, continues: false)
        begins = true
      }
      if options.contains(.exhaustive) {
        let fresh = Exhaustion()
        exhaustion = fresh
        base = RecordingNode(
          RecordingNode.running(around: base) + [fresh], outer: base, place: place,
          continues: begins)
        begins = true
      }
    }
    self.base = base
    self.begins = begins
    self.exhaustion = exhaustion
    self.place = place
  }

  /// The values that the scope's update assigns to.
  @inline(never)
  var values: InjectedValues {
    InjectedValues(updating: base, at: place, continuing: begins)
  }

  /// Reports what the checks found, after the operation has returned.
  @inline(never)
  func finish() { exhaustion?.report(at: place) }

  /// Ends the checks, also where the operation has thrown and nothing is reported.
  @inline(never)
  func end() { _ = exhaustion?.end() }
}

/// A scope that allows reads to be lost.
final class LostReadsNode: ScopeNode, @unchecked Sendable {
  // Unchecked for the reason given at ``Entry``.
  init(
    outer: ScopeNode?, place: SourcePlace, continues: Bool, copyOf origin: ScopeNode? = nil,
    captured: Bool = false
  ) {
    super.init(
      key: LostReadsKey.self, outer: outer, place: place, continues: continues, copyOf: origin,
      captured: captured)
  }

  override func copy(outer: ScopeNode?, captured: Bool) -> ScopeNode {
    LostReadsNode(
      outer: outer, place: place, continues: continues, copyOf: self, captured: captured)
  }
}

extension InjectedContext {
  /// The context that a reader in a scope sees; no read, so nothing records or reports it.
  static func applying(in scope: ScopeNode?) -> InjectedContext {
    let key = ObjectIdentifier(ContextKey.self)
    let node = scope?.nearest(key) ?? PreparedValues.around(scope).nearest(key)
    return (node as? OverrideNode<InjectedContext>)?.value ?? .detected
  }
}
