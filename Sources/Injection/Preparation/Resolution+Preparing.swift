extension Resolution {
  /// Makes the default of an asynchronous key for the reader, unless it is there or not wanted.
  ///
  /// - Parameters:
  ///   - waiter: The preparation whose code waits for this one, if any.
  ///   - make: Makes the value of a context.
  /// - Throws: What `make` throws, or `CancellationError`.
  func prepare(
    for waiter: Preparation?, _ make: @escaping @Sendable (InjectedContext) async throws -> Instance
  ) async throws {
    while let ticket = try start(for: waiter, make) {
      let running = ticket.preparation
      let outcome = await ticket.wait()
      PreparationRegistry.shared.stopWaiting(waiter, for: running)
      switch outcome {
      case .made where ticket.isOfFirst: return
      // What failed for another scope may not fail for this one.
      case .failed(let error) where running.build.served(home): throw error
      case .made, .failed, .over: continue
      }
    }
  }

  /// What is to be prepared: the key's default, or one that a scope renews.
  private struct Wanted {
    let slot: Slot
    let recipe: Recipe?
    let distance: Int
    /// Whether it is the reader's value by itself.
    let isFinal: Bool
  }

  private var wanted: Wanted? {
    var isFinal = true
    var search = home.find(request.keyID)
    while case .found(let found) = search {
      guard let recipe = found.link as? Recipe else { return nil }
      if case .renew = recipe.action {
        return Wanted(
          slot: Slot(of: recipe), recipe: recipe, distance: found.distance, isFinal: isFinal)
      }
      guard recipe.isWrapping else { return nil }
      isFinal = false
      search = home.find(request.keyID, beyond: recipe.identity)
    }
    return Wanted(
      slot: Slot(defaultOf: request.keyID), recipe: nil, distance: .max, isFinal: isFinal)
  }

  /// Starts the preparation, or joins one that runs; gives nothing where nothing is to be prepared.
  ///
  /// Not part of the asynchronous function, of which there is a copy for each side of its `await`.
  @inline(never)
  private func start(
    for waiter: Preparation?, _ make: @escaping @Sendable (InjectedContext) async throws -> Instance
  ) throws -> Preparation.Ticket? {
    guard let wanted else { return nil }
    if let kept = kept(wanted.slot, decidedBy: wanted.recipe, at: wanted.distance) {
      // Remembered for the reader, so that already its first read is a fast one.
      if wanted.isFinal { home.remember(kept, for: request.keyID, in: nil) }
      return nil
    }
    try Task.checkCancellation()
    let build = Build(wanted.slot, request, at: home, on: nil, seenBy: watch)
    let making = Making(request: request, home: home, build: build)
    let context = making.readContext()
    if context == .preview {
      if wanted.isFinal { _ = answer() }
      return nil
    }
    making.readSession()
    switch PreparationRegistry.shared.start(build, at: home, for: waiter) {
    case .cycle(let keys): IssueReporter.cycle(keys, accessor: request.accessor)
    case .wait(let ticket): return ticket
    case .run(let ticket):
      run(ticket.preparation, wanted) { try await make(context) }
      return ticket
    }
  }

  private func run(
    _ preparation: Preparation, _ wanted: Wanted,
    _ make: @escaping @Sendable () async throws -> Instance
  ) {
    let registry = PreparationRegistry.shared
    let build = preparation.build
    // Another preparation may have ended between the search and the start.
    if kept(wanted.slot, decidedBy: wanted.recipe, at: wanted.distance) != nil {
      build.settle(at: home)
      return registry.end(preparation, .over)
    }
    let scope = Scope(of: build)
    let task = Task { @concurrent in
      do {
        let made = try await Scope.binding.withValue(InjectedValues(scope: scope)) {
          try await make()
        }
        let answer = finish(build, made, by: wanted.recipe, at: wanted.distance)
        let keeper = answer.distance < .max ? home.ancestor(at: answer.distance) : home.outermost
        if keeper.spans.contains(where: { $0.hasEnded }) { throw CancellationError() }
        Builds.shared.noteEnd()
        registry.end(preparation, .made)
      } catch {
        build.fail(at: home)
        registry.end(preparation, .failed(error))
      }
    }
    preparation.didStart(task)
  }
}
