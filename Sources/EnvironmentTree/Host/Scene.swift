/// A part of an app's user interface.
@MainActor @preconcurrency public protocol Scene {
  /// The scene that this one consists of.
  associatedtype Body: Scene

  /// What this scene consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
  /// Traps: the tree knows what a primitive scene is, and does not ask.
  public var body: Never {
    fatalError("\(Self.self) is a primitive scene: it has no body.")
  }
}

/// Makes one scene of the statements of a closure.
@resultBuilder public enum SceneBuilder {
  /// Makes a scene of one statement.
  ///
  /// - Parameter content: The scene of the statement.
  /// - Returns: That scene.
  @MainActor public static func buildBlock<Content: Scene>(_ content: Content) -> Content {
    content
  }

  /// Makes a scene of several statements.
  ///
  /// - Parameter content: The scenes of the statements, in order.
  /// - Returns: A scene of all of them.
  /// - Complexity: O(*n*), where *n* is the number of scenes.
  @MainActor public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> some Scene {
    SceneOfView(view: TupleView(repeat SceneView(scene: each content)))
  }
}

/// A window with views.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
  private let content: Content

  /// Creates a window.
  ///
  /// There is one, and it is open: SwiftUI opens as many as its user asks for.
  ///
  /// - Parameter content: Makes the views. Runs now: its reads count for the body around it.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Creates a window with a title.
  ///
  /// - Parameters:
  ///   - title: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(content: content)
  }

  var node: NodeContent { .make(content) }
}

extension Scene {
  /// Sets a value of the environment for the views of this scene.
  ///
  /// An override in the views, or in a scene inside, wins.
  ///
  /// - Parameters:
  ///   - keyPath: What to set.
  ///   - value: The value.
  /// - Returns: This scene, in that environment.
  /// - Complexity: O(1), and a check for each body below that read something in the environment.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some Scene {
    SceneOfView(view: SceneView(scene: self).environment(keyPath, value))
  }

  /// Puts an object into the environment of this scene, where readers find it by its type.
  ///
  /// - Parameter object: The object; nil hides one from above.
  /// - Returns: This scene, in that environment.
  public func environment<Object: AnyObject>(_ object: Object?) -> some Scene {
    SceneOfView(view: SceneView(scene: self).environment(object))
  }

  /// Changes a value of the environment for the views of this scene.
  ///
  /// - Parameters:
  ///   - keyPath: What to change.
  ///   - transform: Changes the value from above. It runs again when anything above changes, when state that
  ///     it has read changes, and whenever this scene is made anew.
  /// - Returns: This scene, in that environment.
  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some Scene {
    SceneOfView(
      view: SceneView(scene: self).transformEnvironment(keyPath, transform: transform))
  }
}

@MainActor protocol PrimitiveScene: Scene where Body == Never {
  var node: NodeContent { get }
}

extension NodeContent {
  @MainActor static func make<S: Scene>(scene: S) -> NodeContent {
    if let primitive = scene as? any PrimitiveScene { return primitive.node }
    return BodyContent(scene) { .make(scene: $0.body) }
  }
}

private struct SceneView<Content: Scene>: PrimitiveView {
  let scene: Content
  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(scene: scene))] }
}

private struct SceneOfView<Content: View>: PrimitiveScene {
  let view: Content
  var node: NodeContent { .make(view) }
}
