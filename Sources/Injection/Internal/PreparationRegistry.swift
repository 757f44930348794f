/// The preparations that run now, and which of them wait for which.
///
/// A machine of three answers, as ``BuildRegistry``, for code that changes its thread: run the
/// preparation, wait for another one, or report a cycle. The lock is held while deciding only.
final class PreparationRegistry: Sendable {
  static let shared = PreparationRegistry()

  enum Answer {
    case run(Preparation.Ticket)
    case wait(Preparation.Ticket)
    case cycle([any Any.Type])
  }

  private struct State {
    var running: [Preparation] = []

    func add(_ awaited: Preparation, to waiter: Preparation?) {
      // A task that outlives its preparation waits for itself alone.
      guard let waiter, running.contains(where: { $0 === waiter }) else { return }
      waiter.awaited.append(awaited)
    }

    /// The keys of the preparations from one to another that it waits for, in the end.
    func path(
      from first: Preparation, to last: Preparation, passing seen: inout Set<ObjectIdentifier>
    ) -> [any Any.Type]? {
      if first === last { return [first.build.key] }
      guard seen.insert(ObjectIdentifier(first)).inserted else { return nil }
      for next in first.awaited {
        if let keys = path(from: next, to: last, passing: &seen) { return [first.build.key] + keys }
      }
      return nil
    }
  }

  /// How often preparations of one slot may wait for each other, each in a scope of its own.
  private static let nestingLimit = 100

  private let state = Guarded(State())

  /// The innermost preparation that a scope is part of, while it runs.
  func preparation(around scope: ScopeNode?) -> Preparation? {
    var node = scope
    while let current = node {
      if current.isBuilding, let build = current.asBuild?.build {
        let found = state.withLock { $0.running.first { $0.build === build } }
        if let found { return found }
      }
      node = current.up
    }
    return nil
  }

  /// Starts a preparation for a reader, or says why not.
  func start(_ build: Build, in reader: ScopeNode?, for waiter: Preparation?) -> Answer {
    state.withLock { state in
      var circles: [[any Any.Type]] = []
      for other in state.running where other.build.slot == build.slot {
        var seen: Set<ObjectIdentifier> = []
        let circle = waiter.flatMap { state.path(from: other, to: $0, passing: &seen) }
        if let circle { circles.append(circle + [build.key]) }
        if other.build.isCompatible(with: reader) {
          guard circle != nil else {
            state.add(other, to: waiter)
            return .wait(other.join())
          }
          // In different scopes they may want different instances: then this one runs too, and
          // where the keys do form a cycle, meets it there.
          if other.build.isSurelyShared(with: reader) { return .cycle(circles[circles.count - 1]) }
        }
      }
      if circles.count >= Self.nestingLimit { return .cycle(circles[circles.count - 1]) }
      let fresh = Preparation(build)
      state.running.append(fresh)
      state.add(fresh, to: waiter)
      return .run(fresh.join(asFirst: true))
    }
  }

  /// Ends a preparation.
  func end(_ preparation: Preparation, _ outcome: Preparation.Outcome) {
    state.withLock { state in
      Self.remove(preparation, from: &state.running)
      preparation.awaited = []
    }
    preparation.end(outcome)
  }

  /// Notes that one caller in a preparation's code no longer waits.
  func stopWaiting(_ waiter: Preparation?, for awaited: Preparation) {
    guard let waiter else { return }
    state.withLock { _ in Self.remove(awaited, from: &waiter.awaited) }
  }

  /// Removes a preparation once.
  private static func remove(_ preparation: Preparation, from list: inout [Preparation]) {
    if let index = list.firstIndex(where: { $0 === preparation }) { list.remove(at: index) }
  }
}
