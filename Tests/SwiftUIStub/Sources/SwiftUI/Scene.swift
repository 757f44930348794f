/// A part of an app's interface.
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// Builds scenes from statements.
@resultBuilder public struct SceneBuilder {
  /// Builds the scene that is stated alone.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A scene of windows that show the same views.
public struct WindowGroup<Content: View>: Scene {
  /// Creates a group of windows with a content.
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

extension Scene {
  /// Changes a value of the environment of the scene's views.
  nonisolated public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some Scene { WindowGroup { EmptyView() } }
}

/// The structure of an app.
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
