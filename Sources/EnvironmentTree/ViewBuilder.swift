/// Makes one view of the statements of a closure.
///
/// Statements in a row become a ``TupleView``, of any number; `if` with `else` and `switch` become a
/// ``ConditionalView``, whose branches have state of their own; `if` alone becomes an optional view.
@resultBuilder public enum ViewBuilder {
  /// Makes an expression part of the result.
  @MainActor public static func buildExpression<Content: View>(_ content: Content) -> Content {
    content
  }

  /// Makes a view of no statement.
  @MainActor public static func buildBlock() -> EmptyView { EmptyView() }

  /// Makes a view of one statement.
  @MainActor public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Makes a view of several statements.
  @MainActor public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView(repeat each content)
  }

  /// Makes a view of an `if` without `else`.
  @MainActor public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// Makes a view of the first branch.
  @MainActor public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalView<First, Second> {
    ConditionalView(.first(first))
  }

  /// Makes a view of the second branch.
  @MainActor public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalView<First, Second> {
    ConditionalView(.second(second))
  }

  /// Makes a view of a branch that depends on a platform's version.
  @MainActor public static func buildLimitedAvailability<Content: View>(
    _ content: Content
  ) -> AnyView {
    AnyView(content)
  }
}
