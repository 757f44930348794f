extension InjectedValues {
  /// Wraps a closure so that it runs in the current scope, whoever calls it.
  ///
  /// For dispatch queues, callbacks and delegates, which inherit no task-locals. The scope is
  /// captured now, and entered for each call.
  ///
  /// - Parameter f: The closure to wrap.
  /// - Returns: A closure of the same signature.
  public static func propagating<each A, R>(
    _ f: @escaping @Sendable (repeat each A) -> R
  ) -> @Sendable (repeat each A) -> R {
    let values = current
    return { (argument: repeat each A) in values.run { f(repeat each argument) } }
  }

  /// Wraps a throwing closure so that it runs in the current scope, whoever calls it.
  ///
  /// - Parameter f: The closure to wrap.
  /// - Returns: A closure of the same signature.
  @_disfavoredOverload
  public static func propagating<each A, R>(
    _ f: @escaping @Sendable (repeat each A) throws -> R
  ) -> @Sendable (repeat each A) throws -> R {
    let values = current
    return { (argument: repeat each A) in
      try values.run { () throws -> R in try f(repeat each argument) }
    }
  }

  /// Wraps an asynchronous closure so that it runs in the current scope, whoever calls it.
  ///
  /// It runs on the concurrent executor: a pack closure that keeps its caller's isolation does not
  /// compile in Swift 6.3.
  ///
  /// - Parameter f: The closure to wrap.
  /// - Returns: A closure of the same signature.
  public static func propagating<each A: Sendable, R: Sendable>(
    _ f: @escaping @Sendable @concurrent (repeat each A) async -> R
  ) -> @Sendable @concurrent (repeat each A) async -> R {
    let values = current
    return { @concurrent (argument: repeat each A) async -> R in
      await Scope.binding.withValue(InjectedValues(scope: .observed(values.enterable))) {
        await f(repeat each argument)
      }
    }
  }

  /// Wraps an asynchronous closure that throws so that it runs in the current scope, whoever calls it.
  ///
  /// As the form for closures that do not throw.
  ///
  /// - Parameter f: The closure to wrap.
  /// - Returns: A closure of the same signature.
  @_disfavoredOverload
  public static func propagating<each A: Sendable, R: Sendable>(
    _ f: @escaping @Sendable @concurrent (repeat each A) async throws -> R
  ) -> @Sendable @concurrent (repeat each A) async throws -> R {
    let values = current
    return { @concurrent (argument: repeat each A) async throws -> R in
      try await Scope.binding.withValue(InjectedValues(scope: .observed(values.enterable))) {
        try await f(repeat each argument)
      }
    }
  }

  /// Wraps a main-actor closure so that it runs in the current scope, whoever calls it.
  ///
  /// - Parameter f: The closure to wrap.
  /// - Returns: A closure of the same signature.
  @_disfavoredOverload  // A closure for the main queue is the main actor's, and fits two forms.
  public static func propagating<each A, R>(
    onMain f: @escaping @MainActor @Sendable (repeat each A) -> R
  ) -> @MainActor @Sendable (repeat each A) -> R {
    let values = current
    return { @MainActor (argument: repeat each A) in values.run { f(repeat each argument) } }
  }
}
