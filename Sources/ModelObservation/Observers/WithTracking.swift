/// Runs `apply`, and calls `onChange` once, after the first change of what it read.
///
/// ```swift
/// let name = withTracking { model.user.name } onChange: { needsDisplay = true }
/// ```
///
/// In contrast to the standard library's `withObservationTracking`, `onChange` runs after the
/// change and sees the new values, at the end of a ``batchUpdates(_:)`` around it; it is not called
/// where the values ended up equal; and it keeps the caller's isolation. The first change removes the
/// registration from everything that was read. What the `apply` of a nested call reads counts for
/// the outer one too.
///
/// The end of a model is no change of its properties, as in the standard library: `onChange` may refer
/// to the model's owner, which goes as well. It is a change of each derived property that was read and
/// depended on the model, unless that has been evaluated since: `onChange` is called once the isolation
/// is free; in nonisolated code at once, or after the access or batch in which the model has gone.
///
/// - Parameters:
///   - isolation: The isolation of `onChange`: the caller's.
///   - apply: What to run. A write in it to what it read already counts as a change.
///   - onChange: What to call, with nothing recorded. Retained until then.
/// - Returns: What `apply` returns.
/// - Throws: What `apply` throws; nothing is registered then.
@discardableResult
public func withTracking<Result, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation, _ apply: () throws(Failure) -> Result,
  onChange: @escaping () -> Void
) throws(Failure) -> Result {
  let observer = OneShot(home: Home.of(isolation), onChange)
  return try Strand.perform { strand throws(Failure) in
    try observer.wait(forReadsOf: apply, strand)
  }
}
