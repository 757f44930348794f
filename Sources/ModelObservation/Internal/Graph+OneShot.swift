import CModelObservation

extension Graph {
  /// Runs `apply`, and has `body` act on the first change of what it read.
  func runOneShot<R, E: Error>(
    home: Home?, body: OneShotBody, _ apply: () throws(E) -> R
  ) throws(E) -> R {
    let node = Graph.makeNode(.oneShot, body: body, home: home)
    Graph.retain(node)
    thread.pointee.depth += 1
    let outer = begin(node)
    defer {
      if node.pointee.dependenciesHead == nil && !node.pointee.isDisposed {
        // Nothing was read: there is nothing to wait for.
        dispose(node)
        Graph.release(node)
      }
      Graph.release(node)
      endBatch()
    }
    do throws(E) {
      let result = try apply()
      end(node, outer: outer)
      trackDependencies(of: node)
      return result
    } catch {
      cutDependencies(of: node, after: nil)
      end(node, outer: outer)
      throw error
    }
  }

  /// Has `body` act on the next change of a memo.
  func makeOneShot(on memo: NodePointer, body: OneShotBody) {
    let node = Graph.makeNode(
      .oneShot, body: body, home: memo.pointee.home?.takeUnretainedValue())
    let outer = begin(node)
    track(memo)
    end(node, outer: outer)
  }
}
