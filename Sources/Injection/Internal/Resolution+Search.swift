import Synchronization

extension Resolution {
  enum Found {
    case scope(ScopeNode, depth: Int32)
    case instance(Instance)
    case none
  }

  /// Looks outward for a remembered word, or for a scope that affects the key.
  func search(for word: UInt, orKey key: ObjectIdentifier?) -> Found {
    if let found = walk({ look(at: $0, for: word, orKey: key) }) { return found }
    if borrowedReader?._withUnsafeGuaranteedRef({ $0.isInSession }) == true,
      let world = reader?.world
    {
      guard let key, let prepared = world.prepared.nearest(key) else { return .none }
      return .scope(prepared, depth: 0)
    }
    let process = ProcessScope.shared
    if let entry = Entry.at(process.extras.find(word)) {
      if let instance = entry.asInstance {
        if fits(instance, in: nil) { return .instance(instance) }
      } else if let prepared = entry.asScope {
        return .scope(prepared, depth: 0)
      }
    }
    if let key, let prepared = process.prepared.nearest(key) { return .scope(prepared, depth: 0) }
    return .none
  }

  /// Looks at one scope; gives nothing where it has no answer.
  @inline(__always)
  private func look(
    at scope: ScopeNode, for word: UInt, orKey key: ObjectIdentifier?
  ) -> Found? {
    if let key, scope.keyID == key { return .scope(scope, depth: scope.depth) }
    return scope.borrowedExtras?._withUnsafeGuaranteedRef { extras in
      if let entry = Entry.at(extras.find(word)) {
        if let instance = entry.asInstance {
          return fits(instance, in: scope) ? .instance(instance) : nil
        }
        return entry.asScope.map { .scope($0, depth: $0.depth) }
      }
      return key == nil ? sharedInstance(word, graftedOn: extras).map { .instance($0) } : nil
    }
  }

  /// Whether no scope between the reader and `scope` affects what the instance was built from.
  private func fits(_ instance: Instance, in scope: ScopeNode?) -> Bool {
    guard instance.isAlive else { return false }
    return walk { node in
      if node === scope { return true }
      return instance.keys.contains(node.keyID) ? false : nil
    } ?? true
  }

  /// An instance of the scope that `extras` is a graft of, if all that it read is the same here.
  private func sharedInstance(_ slot: UInt, graftedOn extras: ScopeExtras) -> Instance? {
    guard let scope = extras.graftOrigin.load(), let origin = scope.extras else { return nil }
    if let own = Entry.at(origin.find(slot))?.asInstance, isShared(own, in: scope) { return own }
    return origin.shared(slot).first { isShared($0, in: scope) }
  }

  private func isShared(_ instance: Instance, in scope: ScopeNode) -> Bool {
    instance.isAlive
      && ScopeNode.agree(
        on: instance.keys, beyond: instance.slot, of: request.keyID, reader,
        instance.home ?? scope)
  }

  /// The kept instance of a slot that the reader would be given; builds and records nothing.
  @inline(never)
  func kept(_ slot: Slot) -> Instance? {
    guard request.lifetime.kind != .transient,
      case .instance(let instance) = search(for: slot.word, orKey: nil)
    else { return nil }
    return instance
  }

  /// What gives the key's value, where it need not be built; records nothing.
  func known() -> Entry? {
    switch search(for: Slot.value(of: request.keyID), orKey: request.keyID) {
    case .scope(let scope, _):
      if scope.tag == Entry.Tag.override { return scope }
      return kept(Slot(recipeIn: scope)).flatMap { held($0) }
    case .instance(let instance): return held(instance)
    case .none: return kept(Slot(defaultOf: request.keyID)).flatMap { held($0) }
    }
  }

  private func held(_ instance: Instance) -> Entry? {
    checkSession(of: instance)
    return instance.pinned
  }
}
