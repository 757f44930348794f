import Synchronization

/// Provides values for the whole process, at launch.
///
/// ```swift
/// prepareInjectedValues {
///   $0.register(PaymentServiceKey.self) { LivePaymentService() }
/// }
/// ```
///
/// Prepared values are overrides at the process's root: every scope outranks them, and owners that
/// were made earlier see them. Preparing a key twice keeps the later value. If somebody whom the prepared
/// value would have reached, in whatever scope, has read the key already, the key keeps the value that was
/// read, and an issue names that reader. A test's world starts without prepared values; a call inside a test
/// prepares that world alone.
///
/// Captured values that the update puts in the place of its own (`$0 = saved`) are not prepared: an issue
/// says so, and what was prepared before stays. A call within the update of another call ends the process:
/// pass the values to a function that takes them instead.
///
/// A value that the update reads is the one that readers are given, also where it was built from values that
/// were prepared before. So when it has prepared, the update counts as a reader of each key that it has read and
/// not assigned, and of the keys that what it has read was built from. But a value that was built from one of the
/// update's own assignments is built again for readers. So provide a value that needs another one by
/// ``InjectedValues/register(_:_:)``, which reads when the key is first read.
///
/// Every task and thread sees what is prepared, whatever it inherits. When `update` throws, nothing is prepared.
///
/// - Parameters:
///   - update: Assigns to the values; sees what was prepared before. Runs again where another thread
///     prepares meanwhile.
///   - fileID: The file that prepares, for messages.
///   - line: The line that prepares, for messages.
/// - Throws: What the update throws.
/// - Complexity: O(*n*) for *n* assignments, whatever is prepared already; and O(*m*) for each read of what was
///   built from *m* reads.
public func prepareInjectedValues<E: Error>(
  _ update: (inout InjectedValues) throws(E) -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) throws(E) {
  let place = SourcePlace(fileID, line)
  let root = (Scope.enclosing ?? .process).world
  let world = root.home.world
  guard world.beginPreparing() else { IssueReporter.preparesInUpdate(at: place) }
  defer { world.endPreparing() }
  while true {
    let before = world.layer.list
    // On top of the world alone: what is prepared does not depend on the caller's scopes.
    let launch = Launch(on: before, at: place)
    var values = InjectedValues(scope: Scope(unwatched: root, own: before, at: place, in: launch))
    do {
      defer { launch.isRunning.store(false, ordering: .relaxed) }
      try update(&values)
    }
    guard let scope = values.scope, scope.launch === launch, scope.around === root else {
      return IssueReporter.preparedOtherValues(at: place)
    }
    scope.seal()
    launch.standIns.report(at: scope)
    guard let late = world.prepare(scope.own, on: before, at: place, having: launch.reads) else {
      continue
    }
    for (key, reader) in late {
      IssueReporter.preparedAfterRead(key, by: reader, at: place)
    }
    return
  }
}

/// One run of an update that prepares: while it runs, reads in its scopes count for nobody yet.
final class Launch: Sendable {
  let isRunning = Atomic(true)
  let standIns = StandIns()
  private let noted = Guarded(Few<World.Reading>())
  /// What was prepared before: the lists of the launch's scopes stand on it, but these overrides are the world's.
  let begun: Override?
  private let place: SourcePlace

  init(on begun: Override?, at place: SourcePlace) {
    self.begun = begun
    self.place = place
  }

  /// What its update has read so far, and what that was built from, if no scope has decided it.
  var reads: [World.Reading] { noted.withLock { $0.values } }

  /// Notes a read at a home: the launch's, or that of a scope which its update has opened.
  func note(_ answer: Home.Answer, to request: Request, at home: Home) {
    func note(_ key: World.Reading, beyond link: Override.Identity? = nil) {
      let id = ObjectIdentifier(key.key)
      guard home.find(id, beyond: link)?.isOfWorld ?? true else { return }
      noted.withLock { _ = $0.insert(key, for: id) }
    }
    note((request.key, (request.accessor, nil, place)))
    for read in Trace.all(answer.entry.origin?.reads ?? []) {
      note((read.key, (request.accessor, request.key, place)), beyond: read.beyond)
    }
  }
}
