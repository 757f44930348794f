import Synchronization

/// The scope that the current task runs in; `nil` outside every scope.
@usableFromInline
enum Scopes {
  @TaskLocal @usableFromInline static var current: ScopeNode?
}

extension Scopes {
  /// A chain of the reader's scopes on top of the owner's, without what encloses both.
  ///
  /// This is rule 1 for a reader and an owner in two branches: what is new since the owner was
  /// created, then what it was created with.
  static func graft(_ reader: ScopeNode, on owner: ScopeNode) -> ScopeNode {
    var branch: [ScopeNode] = []
    var node: ScopeNode? = reader
    while let scope = node, !scope.encloses(owner) {
      branch.append(scope)
      node = scope.up
    }
    return branch.reversed().reduce(owner) { outer, scope in
      if scope is BuildNode { return outer }
      let graft = scope.copy(outer: outer, captured: false)
      _ = graft.requiredExtras.graftOrigin.storeIfNil(scope)
      return graft
    }
  }
}
