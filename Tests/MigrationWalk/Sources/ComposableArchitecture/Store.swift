// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import Dependencies

/// A feature: what an action changes, and what follows.
public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action: Sendable
  @MainActor func reduce(into state: inout State, action: Action) -> Effect<Action>
}

/// Work that follows an action.
public struct Effect<Action: Sendable>: Sendable {
  let operation:
    (@Sendable (_ send: @escaping @MainActor @Sendable (Action) -> Void) async -> Void)?

  /// Nothing follows.
  public static var none: Effect { Effect(operation: nil) }

  /// Work that sends actions.
  public static func run(
    _ operation:
      @escaping @Sendable (_ send: @escaping @MainActor @Sendable (Action) -> Void) async -> Void
  ) -> Effect {
    Effect(operation: operation)
  }
}

/// What runs a feature: with the dependencies of the place where it was made.
@MainActor
public final class Store<State, Action: Sendable> {
  public private(set) var state: State
  private let reducer: any Reducer<State, Action>
  private let dependencies: DependencyValues

  /// Creates a store.
  public init(
    initialState: State, reducer: () -> some Reducer<State, Action>,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) {
    state = initialState
    (self.reducer, dependencies) = Dependencies.withDependencies(prepare) {
      (reducer(), DependencyValues._current)
    }
  }

  /// Sends an action.
  ///
  /// - Returns: The task of what follows it.
  @discardableResult
  public func send(_ action: Action) -> Task<Void, Never> {
    let dependencies = dependencies
    return withDependencies {
      $0 = dependencies
    } operation: {
      let effect = reducer.reduce(into: &state, action: action)
      return Task { await effect.operation? { self.send($0) } }
    }
  }
}
