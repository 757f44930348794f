import CModelObservation
import Synchronization

/// The thread's side of the dependency graph: every operation starts here.
///
/// A value of this type is a pointer to the calling thread's state, so it must not be kept across
/// a suspension.
struct Graph {
  let thread: UnsafeMutablePointer<mo_runtime>

  /// Counts every write to an observed source in the process, so that a passive memo is known to
  /// be valid without looking at its inputs.
  private static let writes = Atomic<UInt64>(1)

  static var current: Graph { Graph(thread: mo_current()) }

  /// Notes a write to an observed source.
  func noteWrite() {
    thread.pointee.version = Graph.writes.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// The count of writes as far as this isolation is concerned.
  ///
  /// While an operation is in progress it moves with this thread's writes only. Those of other
  /// threads are to other graphs, and would have each memo checked again wherever it is met.
  var version: UInt64 {
    isOperating ? thread.pointee.version : Graph.writes.load(ordering: .relaxed)
  }

  /// Starts an operation, unless one is in progress.
  func noteOperation() {
    if !isOperating { thread.pointee.version = Graph.writes.load(ordering: .relaxed) }
  }

  private var isOperating: Bool { thread.pointee.checks > 0 || thread.pointee.running != nil }

  /// The node that records what it reads.
  var tracker: NodePointer? {
    get { thread.pointee.tracker?.assumingMemoryBound(to: Node.self) }
    nonmutating set { thread.pointee.tracker = UnsafeMutableRawPointer(newValue) }
  }

  /// The innermost node whose user code runs.
  var running: NodePointer? {
    get { thread.pointee.running?.assumingMemoryBound(to: Node.self) }
    nonmutating set { thread.pointee.running = UnsafeMutableRawPointer(newValue) }
  }

  var queueHead: NodePointer? {
    get { thread.pointee.queue_head?.assumingMemoryBound(to: Node.self) }
    nonmutating set { thread.pointee.queue_head = UnsafeMutableRawPointer(newValue) }
  }

  var queueTail: NodePointer? {
    get { thread.pointee.queue_tail?.assumingMemoryBound(to: Node.self) }
    nonmutating set { thread.pointee.queue_tail = UnsafeMutableRawPointer(newValue) }
  }

  /// Whether a write is one of several that observers see together.
  var isBatching: Bool { thread.pointee.depth > 0 }

  /// Starts a batch: what is written until `endBatch` is seen together.
  func beginBatch() {
    thread.pointee.depth += 1
  }

  // MARK: Stack

  func push(_ link: LinkPointer) {
    if thread.pointee.stack_count == thread.pointee.stack_capacity { mo_grow_stack() }
    thread.pointee.stack[thread.pointee.stack_count] = UnsafeMutableRawPointer(link)
    thread.pointee.stack_count += 1
  }

  func pop() -> LinkPointer {
    thread.pointee.stack_count -= 1
    guard let link = thread.pointee.stack[thread.pointee.stack_count] else {
      preconditionFailure("only links are pushed")
    }
    return link.assumingMemoryBound(to: Link.self)
  }
}
