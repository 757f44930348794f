import Synchronization

extension Home {
  /// Lets go of what was built here, the last one first: the deinitialisers see what is left.
  func close() { close(ending: false) }

  private func close(ending: Bool) {
    beginClosing()
    for instance in kept.reversed() { release(instance, remembering: ending) }
    finishClosing(ending: ending)
  }

  /// Keeps nothing from now on, and lets go of all but the instances.
  func beginClosing() {
    var old = State()
    let isFirst = state.withLock { state in
      guard state.phase == .open else { return false }
      swap(&old, &state)
      swap(&old.instances, &state.instances)
      state.phase = .closing
      return true
    }
    guard isFirst else { return }
    for home in old.merged.values { home.close() }
    for dependent in old.dependents { dependent.home?.forget(mergedOnto: self) }
  }

  /// Lets go of one instance, but for a weak reference where it may still be asked for.
  func release(_ instance: Instance, remembering: Bool) {
    let weak = remembering && !instance.isOfMainActor ? instance.weakened : nil
    state.withLock { state in
      state.instances.remove(instance)
      if let weak { state.instances.append(weak) }
    }
  }

  func finishClosing(ending: Bool) {
    let left = state.withLock { state in
      state.phase = ending ? .ended : .closed
      defer { if !ending { state.instances = Instances() } }
      return state.instances
    }
    withExtendedLifetime(left) {}
    if !ending { isClosed.store(true, ordering: .releasing) }
  }

  /// The home in place of this one, which is closed.
  var revived: Home {
    let scope = state.withLock { $0.revived }
    if let scope { return scope.home }
    let fresh = Scope(
      at: Home(own, place: place, around: around, spans: spans), keepsOpen: true)
    return state.withLock { state in
      let scope = state.revived ?? fresh
      state.revived = scope
      return scope
    }.home
  }
}
