import Synchronization

extension Resolution where Value: Sendable {
  /// Makes the default of an asynchronous key for the reader, unless it is there or not wanted.
  ///
  /// - Parameters:
  ///   - waiter: The preparation whose code waits for this one, if any.
  ///   - make: Makes the live value.
  /// - Throws: What `make` throws, or `CancellationError`.
  func prepare(
    for waiter: Preparation?, _ make: @escaping @Sendable () async throws -> Value
  ) async throws {
    let registry = PreparationRegistry.shared
    let slot = Slot(defaultOf: request.keyID)
    while let isFinal = wantsDefault {
      if case .instance(let instance) = search(for: slot.word, orKey: nil) {
        // Remembered for the reader, so that already its first read is a fast one.
        if isFinal { _ = reuse(instance) }
        return
      }
      try Task.checkCancellation()
      let build = Build(
        slot: slot, key: request.key, accessor: request.accessor, reader: reader)
      let node = BuildNode(build, reader: reader)
      build.add(request.keyID, from: nil)
      guard circumstances(of: node) == .live else {
        if isFinal { _ = value() }
        return
      }
      let ticket: Preparation.Ticket
      switch registry.start(build, in: reader, for: waiter) {
      case .cycle(let keys): IssueReporter.cycle(keys, accessor: request.accessor)
      case .wait(let running): ticket = running
      case .run(let fresh):
        ticket = fresh
        run(fresh.preparation, in: node, isFinal: isFinal, make)
      }
      let running = ticket.preparation
      let outcome = await ticket.wait()
      registry.stopWaiting(waiter, for: running)
      switch outcome {
      case .made where running.build === build: return
      // What failed for another scope may not fail for this one.
      case .failed(let error) where running.build.isCompatible(with: reader): throw error
      case .made, .failed, .over: continue
      }
    }
  }

  /// Whether the default is the reader's value by itself; `nil` where the default is not wanted.
  private var wantsDefault: Bool? {
    var isFinal = true
    var next: (node: ScopeNode, isProcess: Bool)?
    if let scope = reader?.nearest(request.keyID) {
      next = (scope, false)
    } else if let prepared = PreparedValues.around(reader).nearest(request.keyID) {
      next = (prepared, true)
    }
    while let (scope, isProcess) = next {
      guard scope is RecipeNode<Value>, !(scope is RegistrationNode<Value>) else { return nil }
      isFinal = false
      next = self.next(beyond: scope, isProcess: isProcess)
    }
    return isFinal
  }

  private func run(
    _ preparation: Preparation, in node: BuildNode, isFinal: Bool,
    _ make: @escaping @Sendable () async throws -> Value
  ) {
    let registry = PreparationRegistry.shared
    let build = preparation.build
    // Another preparation may have ended between the search and the start.
    if case .instance = search(for: build.slot.word, orKey: nil) {
      return registry.end(preparation, .over)
    }
    let task = Task { @concurrent in
      do {
        let value = try await Scopes.binding.withValue(node) { try await make() }
        _ = try finish(
          build, kind: .default, value: value, isFinal: isFinal, keep: keepUnlessEnded)
        registry.end(preparation, .made)
      } catch {
        // What a failed build leaves behind belongs to the scope that it was built for.
        _ = build.settlement.end.storeIfNil(AtomicSettlement.End(owner: reader))
        registry.end(preparation, .failed(error))
      }
    }
    preparation.didStart(task)
  }
}
