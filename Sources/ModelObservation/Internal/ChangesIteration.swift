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
  private var node: NodePointer?
  private var last: Element?

  init(_ expression: @escaping () throws(Failure) -> Element?) {
    self.expression = expression
  }

  deinit {
    guard let node else { return }
    Home.perform(at: home, with: node) { ChangesIteration.drop($0) }
  }

  func next(isolation: isolated (any Actor)?) async throws(Failure) -> Element? {
    while expression != nil {
      if Task.isCancelled || waiter.isCancelled {
        finish()
        break
      }
      if let element = try evaluateIfNeeded(isolation) { return element }
      guard expression != nil else { break }
      await waiter.wait(isolation: isolation)
    }
    return nil
  }

  /// Gives the value if it is new.
  ///
  /// A nil value ends the iteration.
  private func evaluateIfNeeded(_ isolation: (any Actor)?) throws(Failure) -> Element? {
    let graph = Graph.current
    guard let node else {
      home = isolation.map { Home.of($0) } ?? Home(mailbox: waiter)
      let node = Graph.makeNode(.watcher, body: WatcherBody(waiter), home: home)
      self.node = node
      return try evaluate(node)
    }
    waiter.receive()
    guard node.pointee.color != .clean else { return nil }
    graph.beginBatch()
    defer { graph.endBatch() }
    return graph.refresh(node) ? try evaluate(node) : nil
  }

  private func evaluate(_ node: NodePointer) throws(Failure) -> Element? {
    guard let expression else { return nil }
    let graph = Graph.current
    graph.beginBatch()
    let outer = graph.begin(node)
    defer { graph.endBatch() }
    let element: Element?
    do throws(Failure) {
      element = try expression()
      graph.end(node, outer: outer)
    } catch {
      graph.end(node, outer: outer)
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
    guard let node else { return }
    self.node = nil
    ChangesIteration.drop(node)
  }

  private static func drop(_ node: NodePointer) {
    Graph.current.dispose(node)
    Graph.release(node)
  }
}

/// Wakes the task that waits for a watcher.
final class WatcherBody: NodeBody {
  private let waiter: Waiter

  init(_ waiter: Waiter) {
    self.waiter = waiter
  }

  override func update(_ node: NodePointer) {
    waiter.signal()
  }
}
