/// Runs `apply` now, and again after every change of what it read.
///
/// ```swift
/// let token = observe { label.text = model.title }
/// ```
///
/// Each run records the observed properties that it reads, through computed and derived properties
/// and nested models as well, and only those count until the next. It runs again on the thread of
/// the writer, before the assignment returns, or at the end of the outermost ``batchUpdates(_:)``.
/// Where every value that it read ended up equal, it does not run. Other observers are told after its run
/// of what it writes; one that keeps changing what it reads traps, after a thousand runs in one update.
///
/// `apply` keeps the caller's isolation. It is retained until the token is cancelled or released;
/// models are not, unless `apply` captures them. An observer made while another runs belongs to
/// that one as well, which ends it before its own next run; make it inside ``untracked(_:)`` where
/// it is to be independent. The death of a model that `apply` captured weakly is not a change.
///
/// - Parameters:
///   - isolation: The isolation of the observer: the caller's.
///   - fileID: Where the observer is made, for reports.
///   - line: Where the observer is made, for reports.
///   - apply: What to run.
/// - Returns: A token that ends the observer when it is cancelled or released.
public func observe(
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line, _ apply: @escaping () -> Void
) -> ObservationToken {
  let effect = Effect(isolation: isolation, place: (fileID, line), apply)
  return effect.start { _ in effect.update() }
}

/// Runs `apply` now and after every change of what it read, and gives it the observer's own token.
///
/// ```swift
/// observe { token in
///   guard let user = session.user else { return }
///   greet(user)
///   token.cancel()
/// }
/// ```
///
/// So an observer can end itself, in its first run too. The token is not kept here: what keeps the
/// observer going is the one that this returns. In all else this is
/// ``observe(isolation:fileID:line:_:)``.
///
/// - Parameters:
///   - isolation: The isolation of the observer: the caller's.
///   - fileID: Where the observer is made, for reports.
///   - line: Where the observer is made, for reports.
///   - apply: What to run.
/// - Returns: A token that ends the observer when it is cancelled or released.
public func observe(
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line, withToken apply: @escaping (ObservationToken) -> Void
) -> ObservationToken {
  // Weak: the token keeps the effect, whose closure refers to the token.
  weak var own: ObservationToken?
  let effect = Effect(isolation: isolation, place: (fileID, line)) {
    if let own { apply(own) }
  }
  return effect.start { token in
    own = token
    effect.update()
  }
}

/// Runs `apply` now and after every change of what it read, and hands its errors to `onError`.
///
/// A run that throws ends there: what it read before is observed, so that a change of it runs it
/// again. Other observers are not affected. `onError` runs on the same isolation, and records
/// nothing. In all else this is ``observe(isolation:fileID:line:_:)``.
///
/// - Parameters:
///   - isolation: The isolation of the observer: the caller's.
///   - fileID: Where the observer is made, for reports.
///   - line: Where the observer is made, for reports.
///   - apply: What to run.
///   - onError: Receives what a run throws.
/// - Returns: A token that ends the observer when it is cancelled or released.
public func observe(
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line, _ apply: @escaping () throws -> Void,
  onError: @escaping (any Error) -> Void
) -> ObservationToken {
  observe(isolation: isolation, fileID: fileID, line: line) {
    do {
      try apply()
    } catch {
      untracked { onError(error) }
    }
  }
}

/// Runs `cleanup` before the observer that is running runs again, or when it ends.
///
/// ```swift
/// let token = observe {
///   let player = Player(track: model.track)
///   onCleanup { player.stop() }
/// }
/// ```
///
/// Cleanups run once, the newest first, after the observers made in the same run have ended, and
/// record nothing. It may be called where nothing is recorded, as in ``untracked(_:)``. Outside an
/// observer, as in a derived property, there is nothing to wait for, and `cleanup` is dropped.
///
/// - Parameter cleanup: What to run. Retained until then.
public func onCleanup(_ cleanup: @escaping () -> Void) {
  Strand.current.effectAround?.addCleanup(cleanup)
}
