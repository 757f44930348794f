/// Runs `read` without recording what it reads.
///
/// ```swift
/// let token = observe {
///   log.append("\(model.count) of \(untracked { model.limit })")
/// }
/// ```
///
/// An observer that is made inside does not belong to the one around it. The standard library's tracking
/// records what is read here all the same.
///
/// - Parameter read: What to run.
/// - Returns: What `read` returns.
/// - Throws: What `read` throws.
public func untracked<Result, Failure: Error>(
  _ read: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Strand.current.withoutTracking(read)
}
