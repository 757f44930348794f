import Synchronization

/// What a one-shot observer does when it fires.
final class OneShotBody: NodeBody {
  private var onChange: (() -> Void)?

  init(_ onChange: @escaping () -> Void) {
    self.onChange = onChange
  }

  override func update(_ node: NodePointer) {
    guard let onChange else { return }
    self.onChange = nil
    Graph.current.withoutTracking(onChange)
  }
}

/// An observer that runs again after each change, with what it owns.
class EffectBody: NodeBody {
  final let node: NodePointer
  /// The effect that this one was made in, until either ends.
  private(set) unowned(unsafe) var parent: EffectBody?
  /// The effects that this one made in its last run.
  private var children: [ObservationToken] = []
  private var cleanups: [() -> Void] = []
  private var apply: (() -> Void)?
  private let home: Home?
  private let place: (fileID: StaticString, line: UInt)
  private(set) var isEnded = false
  /// Set from whichever thread drops the token; from then on no run begins.
  final let isCancelled = Atomic(false)

  init(
    isolation: (any Actor)?, place: (fileID: StaticString, line: UInt),
    _ apply: @escaping () -> Void
  ) {
    self.apply = apply
    self.place = place
    home = Home.of(isolation)
    node = Graph.makeNode(.effect, body: nil, home: home)
    super.init()
    node.pointee.body = Unmanaged.passRetained(self)
  }

  static func of(_ node: NodePointer) -> EffectBody? {
    guard node.pointee.kind == .effect, let body = node.pointee.body else { return nil }
    return unsafeDowncast(body.takeUnretainedValue(), to: EffectBody.self)
  }

  override var name: String { "\(place.fileID):\(place.line)" }

  override func update(_ node: NodePointer) {
    cleanUp()
    guard !isCancelled.load(ordering: .relaxed), let apply else { return }
    let graph = Graph.current
    let outer = graph.begin(node)
    apply()
    graph.end(node, outer: outer)
  }

  // MARK: Ownership

  func adopt(_ token: ObservationToken) {
    token.body.parent = self
    children.append(token)
  }

  func addCleanup(_ cleanup: @escaping () -> Void) {
    cleanups.append(cleanup)
  }

  /// Ends what the last run made: newest first, effects before cleanups.
  final func cleanUp() {
    guard !children.isEmpty || !cleanups.isEmpty else { return }
    let children = self.children
    let cleanups = self.cleanups
    self.children = []
    self.cleanups = []
    for child in children.reversed() { child.body.cancel() }
    let graph = Graph.current
    for cleanup in cleanups.reversed() { graph.withoutTracking(cleanup) }
  }

  // MARK: End

  /// Ends the effect and all that it made, the innermost first and without recursion.
  func cancel() {
    guard !isEnded else { return }
    guard !children.isEmpty else { return end() }
    var order: [EffectBody] = []
    var pending = [self]
    while let effect = pending.popLast() {
      order.append(effect)
      for child in effect.children.reversed() { pending.append(child.body) }
    }
    for effect in order.reversed() { effect.end() }
  }

  private func end() {
    guard !isEnded else { return }
    isEnded = true
    isCancelled.store(true, ordering: .relaxed)
    parent = nil
    let graph = Graph.current
    graph.dispose(node)
    let apply = self.apply
    self.apply = nil
    cleanUp()
    Graph.release(node)
    // The closure's captured values are destroyed last: their deinitialisers may come back here.
    withExtendedLifetime(apply) {}
  }

  /// Ends the effect from a deinitialiser, which may run on any thread.
  func cancelAtHome() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Home.perform(at: home, with: self) { $0.cancel() }
  }
}
