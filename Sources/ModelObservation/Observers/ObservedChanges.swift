/// The values of an observed expression: what ``changes(of:)`` gives.
public struct ObservedChanges<Element, Failure: Error>: AsyncSequence {
  private let expression: () throws(Failure) -> Element?

  init(_ expression: @escaping () throws(Failure) -> Element?) {
    self.expression = expression
  }

  /// Makes an iterator, which begins with the value at its first `next`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(ChangesIteration(expression))
  }

  /// Iterates over the values of an observed expression, on one isolation.
  public struct Iterator: AsyncIteratorProtocol {
    private let iteration: ChangesIteration<Element, Failure>

    init(_ iteration: ChangesIteration<Element, Failure>) {
      self.iteration = iteration
    }

    /// Gives the value when it has changed, or nil at the end.
    ///
    /// - Parameter isolation: The isolation that the models belong to: the caller's.
    /// - Returns: The next value, or nil where the sequence has ended.
    /// - Throws: What the expression throws; the sequence has ended then.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      try await iteration.next(isolation: isolation)
    }
  }
}

/// The sequence belongs to its models' isolation.
@available(*, unavailable)
extension ObservedChanges: Sendable {}

/// An iterator belongs to its models' isolation.
@available(*, unavailable)
extension ObservedChanges.Iterator: Sendable {}
