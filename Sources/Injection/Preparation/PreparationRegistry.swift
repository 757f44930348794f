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
      if first === last { return [first.build.request.key] }
      guard seen.insert(ObjectIdentifier(first)).inserted else { return nil }
      for next in first.awaited {
        if let keys = path(from: next, to: last, passing: &seen) {
          return [first.build.request.key] + keys
        }
      }
      return nil
    }
  }

  /// How often preparations of one slot may wait for each other, each in a scope of its own.
  private static let nestingLimit = 100

  private let state = Guarded(State())

  /// The preparation whose code runs in a scope, while it runs.
  func preparation(around scope: Scope?) -> Preparation? {
    guard let build = scope?.watch?.build?.asynchronous else { return nil }
    return state.withLock { $0.running.first { $0.build === build } }
  }

  /// The keys that are built from the preparation of one to a read of it in a scope; `nil` where that
  /// is not being prepared there.
  func path(to key: any Any.Type, from scope: Scope?) -> [any Any.Type]? {
    let built = Builds.shared.path(on: .current)
    var keys = built.last == key ? Array(built.dropLast()) : built
    let build = scope?.watch?.build?.asynchronous
    if let build { keys.insert(build.request.key, at: 0) }
    guard let first = keys.firstIndex(where: { $0 == key }) else { return nil }
    return Array(keys[first...]) + [key]
  }

  /// Starts a preparation for a reader, or says why not.
  func start(_ build: Build, at home: Home, for waiter: Preparation?) -> Answer {
    // What a lookup has copied is let go of outside the lock.
    var garbage: [[Trace.Read]] = []
    return state.withLock { state in
      var circles: [[any Any.Type]] = []
      for other in state.running where other.build.slot == build.slot {
        var seen: Set<ObjectIdentifier> = []
        let circle = waiter.flatMap { state.path(from: other, to: $0, passing: &seen) }
        if let circle { circles.append(circle + [build.request.key]) }
        if other.build.holdsSoFar(at: home, keeping: &garbage) {
          guard circle != nil else {
            state.add(other, to: waiter)
            return .wait(other.join())
          }
          return .cycle(circles[circles.count - 1])
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
