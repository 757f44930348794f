// SwiftUI's declarations, as its interface has them, of what InjectionUI uses. Nothing runs.

/// A part of an interface.
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

/// Builds views from statements.
@resultBuilder public struct ViewBuilder {
  /// Builds a view from an expression.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// Builds no view, where there is no statement.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// Builds the view that is stated alone.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Builds the view of a condition that holds.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .init() }
  /// Builds the view of a condition that does not hold.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .init() }
}

/// A view that shows nothing.
public struct EmptyView: View {
  /// Creates a view that shows nothing.
  nonisolated public init() {}
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

/// The view of a condition.
public struct _ConditionalContent<First: View, Second: View>: View {
  nonisolated init() {}
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

/// A view that shows a text.
public struct Text: View {
  /// Creates a view that shows a text.
  nonisolated public init<S: StringProtocol>(_ content: S) {}
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

/// Where a view stands in a larger one.
public struct Alignment: Sendable {
  /// In the middle.
  public static let center = Alignment()
}

/// A view that lays others on top of each other.
public struct ZStack<Content: View>: View {
  /// Creates a view that lays others on top of each other.
  nonisolated public init(
    alignment: Alignment = .center, @ViewBuilder content: () -> Content
  ) {}
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

/// Makes a view of another one.
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier modifies.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

/// A content and what modifies it.
public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

extension View {
  /// Applies a modifier.
  nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { .init() }

  /// Assigns a value of the environment below the view.
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { EmptyView() }

  /// Changes a value of the environment below the view.
  nonisolated public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View { EmptyView() }

  /// Starts a task when the view appears.
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { EmptyView() }
}
