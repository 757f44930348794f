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
/// were made earlier see them. Preparing a key twice keeps the later value. A key that somebody has read
/// already whom the prepared value would have reached, in whatever scope, keeps the value that was read, and
/// an issue is reported which names that reader. A test's world starts without them; called inside a test,
/// it prepares that world alone.
///
/// Captured values that the update puts in the place of its own (`$0 = saved`) are not prepared: an issue
/// says so, and what was prepared before stays. A call within the update of another one ends the process:
/// pass the values on, to a function that takes them.
///
/// What the update reads is what readers are given, also where it was made from what was prepared before.
/// But what was made from one of the update's own assignments is made again for them: use
/// ``InjectedValues/register(_:_:)`` for a value that needs such a one.
///
/// Every task and thread sees what is prepared, whatever it inherits. When `update` throws, nothing is.
///
/// - Parameters:
///   - update: Assigns to the values; sees what was prepared before. Runs again where another thread
///     prepares at once, or reads for the first time what is to be prepared.
///   - fileID: The file that prepares, for messages.
///   - line: The line that prepares, for messages.
/// - Throws: What the update throws.
/// - Complexity: O(*n*) for *n* assignments, whatever is prepared already.
public func prepareInjectedValues<E: Error>(
  _ update: (inout InjectedValues) throws(E) -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) throws(E) {
  let place = SourcePlace(fileID, line)
  let enclosing = Scope.enclosing
  let world = (enclosing?.home ?? Scope.process.home).world
  let root = enclosing?.world ?? .process
  guard world.beginPreparing() else { IssueReporter.preparesInUpdate(at: place) }
  defer { world.endPreparing() }
  while true {
    let before = world.layer.list
    // On top of the world alone: what is prepared does not depend on the caller's scopes.
    let launch = Launch(on: before)
    defer { launch.isRunning.store(false, ordering: .relaxed) }
    var values = InjectedValues(scope: Scope(unwatched: root, own: before, at: place, in: launch))
    try update(&values)
    guard let scope = values.scope, scope.launch === launch, scope.around === root else {
      return IssueReporter.preparedOtherValues(at: place)
    }
    scope.seal()
    launch.standIns.report(at: scope)
    guard let own = scope.own, own !== before else { return }
    // Who has read keeps what it was given; so does everybody else.
    let late = own.voidLate(until: before, in: world)
    guard world.prepare(own, on: before, at: place) else { continue }
    for (key, reader) in late.values {
      IssueReporter.preparedAfterRead(key, by: reader, at: place)
    }
    return
  }
}

/// One run of an update that prepares: while it runs, what its scopes read counts for nobody.
final class Launch: Sendable {
  let isRunning = Atomic(true)
  let standIns = StandIns()
  /// What was prepared before, which its scopes' lists stand on and its world decides.
  let begun: Override?

  init(on begun: Override?) { self.begun = begun }
}

extension Override {
  /// Voids what decides a key that somebody has read already; gives each key with its first reader.
  fileprivate func voidLate(
    until base: Override?, in world: World
  ) -> Few<(key: any Any.Type, reader: World.FirstReader)> {
    var late = Few<(key: any Any.Type, reader: World.FirstReader)>()
    for link in links(upTo: base) {
      guard let reader = world.firstReader(of: link.keyID) else { continue }
      link.makeVoid()
      if late[link.keyID] == nil { late.insert((link.key, reader), for: link.keyID) }
    }
    return late
  }
}
