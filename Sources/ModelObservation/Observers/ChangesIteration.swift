/// One iteration over the values of an observed expression.
///
/// States: not started (no node); observing (a node, with or without a task that waits); ended (no
/// expression). The node is a watcher: a change marks it and wakes the task, and is looked into
/// only when the task runs on its isolation again.
final class ChangesIteration<Element, Failure: Error> {
  private var expression: (() throws(Failure) -> Element?)?
  private let areEqual = equality(of: Element.self)
  private let waiter = Waiter()
  private var home: Home?
  private var watcher: Watcher?
  private var last: Element?

  init(_ expression: @escaping () throws(Failure) -> Element?) {
    self.expression = expression
  }

  deinit {
    waiter.close()
    guard let watcher else { return }
    Home.perform(at: home, with: watcher) { $0.dispose() }
  }

  func next(isolation: isolated (any Actor)?) async throws(Failure) -> Element? {
    while expression != nil {
      if Task.isCancelled {
        finish()
        break
      }
      if let element = try evaluateIfNeeded(isolation) { return element }
      await waiter.wait(isolation: isolation)
    }
    return nil
  }

  /// Gives the value if it is new.
  ///
  /// A nil value ends the iteration.
  private func evaluateIfNeeded(_ isolation: (any Actor)?) throws(Failure) -> Element? {
    guard let watcher else {
      home = isolation.map { Home.of($0) } ?? Home(mailbox: waiter)
      let watcher = Watcher(waiter, home: home)
      self.watcher = watcher
      return try Strand.perform { strand throws(Failure) in try evaluate(watcher, strand) }
    }
    waiter.receive()
    guard watcher.color != .clean else { return nil }
    return try Strand.perform { strand throws(Failure) in
      strand.beginBatch()
      defer { strand.endBatch() }
      return strand.refresh(watcher) ? try evaluate(watcher, strand) : nil
    }
  }

  private func evaluate(_ watcher: Watcher, _ strand: Strand) throws(Failure) -> Element? {
    guard let expression else { return nil }
    strand.beginBatch()
    let wasTracking = strand.begin(watcher)
    defer { strand.endBatch() }
    let element: Element?
    do throws(Failure) {
      element = try expression()
      strand.end(watcher, wasTracking)
    } catch {
      strand.end(watcher, wasTracking)
      finish()
      throw error
    }
    guard let element else {
      finish()
      return nil
    }
    if let last, let areEqual, areEqual(last, element) { return nil }
    last = element
    return element
  }

  private func finish() {
    expression = nil
    last = nil
    watcher?.dispose()
    watcher = nil
    waiter.close()
  }
}

/// Wakes the task that waits for a change of what an expression read.
final class Watcher: Node {
  private let waiter: Waiter

  init(_ waiter: Waiter, home: Home?) {
    self.waiter = waiter
    super.init(.watcher, home: home)
  }

  override func update() {
    waiter.signal()
  }
}
