/// Keeps an observer going until the token is cancelled or released.
///
/// A token is not Sendable: it belongs to the isolation of the observer. It may be released
/// anywhere all the same. Keep it in a property, or in use: an optimised build may release a local
/// variable, an array of tokens in particular, after its last use. The observer begins no further
/// run once its token is gone; where the last reference goes on another thread, the observer's
/// isolation frees what the observer holds soon after.
public final class ObservationToken {
  let effect: Effect

  init(_ effect: Effect) {
    self.effect = effect
  }

  deinit {
    effect.cancelAtHome()
  }

  /// Whether the observer has ended.
  public var isCancelled: Bool { effect.isEnded }

  /// Ends the observer and those that it made, and runs their cleanups.
  ///
  /// Cancelling again does nothing. An observer may cancel its own token while it runs: the run
  /// goes on to its end, and is the last.
  ///
  /// - Complexity: O(1) for each property that the observer reads.
  public func cancel() {
    effect.cancel()
  }

  /// Keeps the token in `tokens`.
  ///
  /// - Parameter tokens: The set, which has to live as long as the observer is to run.
  /// - Complexity: O(1) on average.
  public func store(in tokens: inout Set<ObservationToken>) {
    tokens.insert(self)
  }
}

extension ObservationToken: Hashable {
  /// Compares the identity of two tokens.
  ///
  /// - Parameters:
  ///   - left: A token.
  ///   - right: Another, or the same.
  /// - Returns: Whether they are the same one.
  public static func == (left: ObservationToken, right: ObservationToken) -> Bool {
    left === right
  }

  /// Hashes the token's identity.
  ///
  /// - Parameter hasher: What to feed it to.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A token belongs to its observer's isolation.
@available(*, unavailable)
extension ObservationToken: Sendable {}
