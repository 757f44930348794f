import Synchronization

extension Resolution {
  enum Found {
    case scope(ScopeNode, depth: Int32)
    case instance(Instance)
    case none
  }

  /// Looks outward for a remembered word, or for a scope that affects the key.
  func search(for word: UInt, orKey key: ObjectIdentifier?) -> Found {
    var node = reader
    while let scope = node {
      if let key, scope.keyID == key { return .scope(scope, depth: scope.depth) }
      if let extras = scope.extras {
        if let entry = Entry.at(extras.find(word)) {
          if let instance = entry as? Instance {
            if fits(instance, in: scope) { return .instance(instance) }
          } else if let override = entry as? ScopeNode {
            return .scope(override, depth: override.depth)
          }
        } else if key == nil, let instance = sharedInstance(word, graftedOn: extras) {
          return .instance(instance)
        }
      }
      node = scope.up
    }
    if let world = reader?.world {
      guard let key, let prepared = world.prepared.nearest(key) else { return .none }
      return .scope(prepared, depth: 0)
    }
    let process = ProcessScope.shared
    if let entry = Entry.at(process.extras.find(word)) {
      if let instance = entry as? Instance {
        if fits(instance, in: nil) { return .instance(instance) }
      } else if let prepared = entry as? ScopeNode {
        return .scope(prepared, depth: 0)
      }
    }
    if let key, let prepared = process.prepared.nearest(key) { return .scope(prepared, depth: 0) }
    return .none
  }

  /// Whether no scope between the reader and `scope` affects what the instance was built from.
  private func fits(_ instance: Instance, in scope: ScopeNode?) -> Bool {
    guard instance.isAlive else { return false }
    var node = reader
    while let current = node, current !== scope {
      if instance.keys.contains(current.keyID) { return false }
      node = current.up
    }
    return true
  }

  /// An instance of the scope that `extras` is a graft of, if all that it read is the same here.
  private func sharedInstance(_ slot: UInt, graftedOn extras: ScopeExtras) -> Instance? {
    guard let origin = extras.graftOrigin.load()?.extras else { return nil }
    let own = (Entry.at(origin.find(slot)) as? Instance).map { [$0] } ?? []
    return (own + origin.shared(slot)).first { instance in
      instance.isAlive
        && instance.keys.allSatisfy { key in
          switch (reader?.nearest(key), instance.home?.nearest(key)) {
          case (nil, nil): true
          case (let here?, let there?): here.isSameScope(as: there)
          default: false
          }
        }
    }
  }

  /// The kept instance of a slot that the reader would be given; builds and records nothing.
  func kept(_ slot: Slot) -> Instance? {
    guard request.lifetime.kind != .transient,
      case .instance(let instance) = search(for: slot.word, orKey: nil)
    else { return nil }
    return instance
  }

  /// The key's value, where it need not be built; records nothing.
  func known() -> Value? {
    switch search(for: Slot.value(of: request.keyID), orKey: request.keyID) {
    case .scope(let scope, _):
      if let override = scope as? OverrideNode<Value> { return override.value }
      return kept(Slot(recipeIn: scope)).flatMap { value(of: $0) }
    case .instance(let instance): return value(of: instance)
    case .none: return kept(Slot(defaultOf: request.keyID)).flatMap { value(of: $0) }
    }
  }
}
