import Synchronization

extension Resolution {
  /// Makes the default of an asynchronous key for the reader, unless it is there or not wanted.
  ///
  /// - Parameters:
  ///   - waiter: The preparation whose code waits for this one, if any.
  ///   - make: Makes the live value.
  /// - Throws: What `make` throws, or `CancellationError`.
  func prepare(
    for waiter: Preparation?, _ make: @escaping @Sendable () async throws -> Instance
  ) async throws {
    let reader = reader  // Held, also while this waits.
    defer { withExtendedLifetime(reader) {} }
    while let ticket = try start(for: waiter, make) {
      let running = ticket.preparation
      let outcome = await ticket.wait()
      PreparationRegistry.shared.stopWaiting(waiter, for: running)
      switch outcome {
      case .made where ticket.isOfFirst: return
      // What failed for another scope may not fail for this one.
      case .failed(let error) where running.build.isCompatible(with: reader): throw error
      case .made, .failed, .over: continue
      }
    }
  }

  /// Starts the preparation, or joins one that runs; gives nothing where nothing is to be prepared.
  ///
  /// Not part of the asynchronous function, of which there is a copy for each side of its `await`.
  @inline(never)
  private func start(
    for waiter: Preparation?, _ make: @escaping @Sendable () async throws -> Instance
  ) throws -> Preparation.Ticket? {
    guard let isFinal = wantsDefault else { return nil }
    let slot = Slot(defaultOf: request.keyID)
    if let instance = kept(slot) {
      // Remembered for the reader, so that already its first read is a fast one.
      if isFinal { _ = reuse(instance) }
      return nil
    }
    try Task.checkCancellation()
    let build = Build(slot: slot, request: request, reader: reader)
    let node = BuildNode(build, reader: reader)
    build.add(request.keyID, from: nil)
    guard circumstances(of: node) == .live else {
      if isFinal { _ = entry() }
      return nil
    }
    switch PreparationRegistry.shared.start(build, in: reader, for: waiter) {
    case .cycle(let keys): IssueReporter.cycle(keys, accessor: request.accessor)
    case .wait(let ticket):
      build.forgetBeyond()
      return ticket
    case .run(let ticket):
      run(ticket.preparation, in: node, isFinal: isFinal, make)
      return ticket
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
      guard scope.isWrapping else { return nil }
      isFinal = false
      next = self.next(beyond: scope, isProcess: isProcess)
    }
    return isFinal
  }

  private func run(
    _ preparation: Preparation, in node: BuildNode, isFinal: Bool,
    _ make: @escaping @Sendable () async throws -> Instance
  ) {
    let registry = PreparationRegistry.shared
    let build = preparation.build
    // Another preparation may have ended between the search and the start.
    if kept(build.slot) != nil {
      registry.end(preparation, .over)
      return build.forgetBeyond()
    }
    let reader = reader
    let task = Task { @concurrent in
      defer { withExtendedLifetime(reader) {} }
      do {
        let made = try await Scopes.binding.withValue(BoundScope(node)) { try await make() }
        _ = try finish(build, kind: .default, made: made, isFinal: isFinal)
        registry.end(preparation, .made)
      } catch {
        // What a failed build leaves behind belongs to the scope that it was built for.
        _ = build.settlement.end.storeIfNil(AtomicSettlement.End(owner: reader))
        registry.end(preparation, .failed(error))
      }
      build.forgetBeyond()
    }
    preparation.didStart(task)
  }
}
