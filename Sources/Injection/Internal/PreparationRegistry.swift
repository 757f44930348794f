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
    var running: [Slot: [Preparation]] = [:]
    /// What the code of a preparation waits for.
    var waits: [ObjectIdentifier: [Preparation]] = [:]

    func isRunning(_ preparation: Preparation) -> Bool {
      running[preparation.build.slot]?.contains { $0 === preparation } ?? false
    }

    mutating func add(_ awaited: Preparation, to waiter: Preparation?) {
      // A task that outlives its preparation waits for itself alone.
      guard let waiter, isRunning(waiter) else { return }
      waits[ObjectIdentifier(waiter), default: []].append(awaited)
    }

    /// The keys of the preparations from one to another that it waits for, in the end.
    func path(from first: Preparation, to last: Preparation) -> [any Any.Type]? {
      var seen: Set<ObjectIdentifier> = []
      var open = [(first, [first.build.key as any Any.Type])]
      while let (preparation, keys) = open.popLast() {
        if preparation === last { return keys }
        guard seen.insert(ObjectIdentifier(preparation)).inserted else { continue }
        for next in waits[ObjectIdentifier(preparation)] ?? [] {
          open.append((next, keys + [next.build.key]))
        }
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
        let found = state.withLock { $0.running[build.slot]?.first { $0.build === build } }
        if let found { return found }
      }
      node = current.up
    }
    return nil
  }

  /// Starts a preparation for a reader, or says why not.
  func start(_ build: Build, in reader: ScopeNode?, for waiter: Preparation?) -> Answer {
    state.withLock { state in
      let current = state.running[build.slot] ?? []
      let circles = current.compactMap { other in
        waiter.flatMap { state.path(from: other, to: $0) }.map { (other, $0 + [build.key]) }
      }
      for other in current where other.build.isCompatible(with: reader) {
        guard let (_, keys) = circles.first(where: { $0.0 === other }) else {
          state.add(other, to: waiter)
          return .wait(other.join())
        }
        // In different scopes they may want different instances: then this one runs too, and where
        // the keys do form a cycle, meets it there.
        if other.build.isSurelyShared(with: reader) { return .cycle(keys) }
      }
      if circles.count >= Self.nestingLimit { return .cycle(circles[circles.count - 1].1) }
      let fresh = Preparation(build)
      state.running[build.slot, default: []].append(fresh)
      state.add(fresh, to: waiter)
      return .run(fresh.join())
    }
  }

  /// Ends a preparation.
  func end(_ preparation: Preparation, _ outcome: Preparation.Outcome) {
    state.withLock { state in
      let slot = preparation.build.slot
      state.running[slot]?.removeAll { $0 === preparation }
      if state.running[slot]?.isEmpty == true { state.running[slot] = nil }
      state.waits[ObjectIdentifier(preparation)] = nil
    }
    preparation.end(outcome)
  }

  /// Notes that one caller in a preparation's code no longer waits.
  func stopWaiting(_ waiter: Preparation?, for awaited: Preparation) {
    guard let waiter else { return }
    state.withLock { state in
      let id = ObjectIdentifier(waiter)
      guard let index = state.waits[id]?.firstIndex(where: { $0 === awaited }) else { return }
      state.waits[id]?.remove(at: index)
      if state.waits[id]?.isEmpty == true { state.waits[id] = nil }
    }
  }
}
