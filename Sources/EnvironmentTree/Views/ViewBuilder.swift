/// Makes one view of the statements of a closure.
///
/// Statements in a row become a ``TupleView``, of any number; `if` with `else` and `switch` become a
/// ``ConditionalView``, whose branches have state of their own; `if` alone becomes an optional view.
@resultBuilder public enum ViewBuilder {
  /// Makes an expression part of the result.
  ///
  /// - Parameter content: The view that the expression gives.
  /// - Returns: That view.
  @MainActor public static func buildExpression<Content: View>(_ content: Content) -> Content {
    content
  }

  /// Makes a view of no statement.
  @MainActor public static func buildBlock() -> EmptyView { EmptyView() }

  /// Makes a view of one statement.
  ///
  /// - Parameter content: The view of the statement.
  /// - Returns: That view.
  @MainActor public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Makes a view of several statements.
  ///
  /// - Parameter content: The views of the statements, in order.
  /// - Returns: A view of all of them, known by their places.
  /// - Complexity: O(*n*), where *n* is the number of views.
  @MainActor public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView(repeat each content)
  }

  /// Makes a view of an `if` without `else`.
  ///
  /// - Parameter content: The view of the branch, or nil where the condition is false.
  /// - Returns: The same; nil shows nothing.
  @MainActor public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// Makes a view of the first branch.
  ///
  /// - Parameter first: The view of the branch.
  /// - Returns: A view with state of its own: the second branch's is dropped.
  @MainActor public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalView<First, Second> {
    ConditionalView(.first(first))
  }

  /// Makes a view of the second branch.
  ///
  /// - Parameter second: The view of the branch.
  /// - Returns: A view with state of its own: the first branch's is dropped.
  @MainActor public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalView<First, Second> {
    ConditionalView(.second(second))
  }

  /// Makes a view of a branch that depends on a platform's version.
  ///
  /// - Parameter content: The view of the branch.
  /// - Returns: A view without its type, which other versions may not know.
  @MainActor public static func buildLimitedAvailability<Content: View>(
    _ content: Content
  ) -> AnyView {
    AnyView(content)
  }
}
