/// Runs `update`, and notifies observers of all its changes at once, when it ends.
///
/// ```swift
/// batchUpdates {
///   model.first = "Ada"
///   model.last = "Lovelace"
/// }
/// ```
///
/// Each observer that is concerned runs once, and none where all values that it read end up equal
/// to those before the batch. So a value that is observed, and has an `==`, is copied when the batch
/// first changes it in place; one that is changed in place more than sixteen times counts as changed.
/// Inside, reads give the new values at once, derived ones too. Batches nest: the outermost counts.
/// Observers run as well when `update` throws, since what it wrote before stays written.
///
/// - Parameter update: What to run. It cannot suspend: a batch belongs to one turn.
/// - Returns: What `update` returns.
/// - Throws: What `update` throws.
@discardableResult
public func batchUpdates<Result, Failure: Error>(
  _ update: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Strand.perform { strand throws(Failure) in
    strand.beginBatch()
    strand.updates += 1
    defer {
      strand.updates -= 1
      strand.endBatch()
    }
    return try update()
  }
}
