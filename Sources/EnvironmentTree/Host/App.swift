/// An app: what its scenes consist of.
///
/// ```swift
/// struct LandmarksApp: App {
///   var body: some Scene {
///     WindowGroup { LandmarkList() }
///   }
/// }
///
/// let host = TreeHost(LandmarksApp())
/// ```
@MainActor @preconcurrency public protocol App {
  /// The scene that the app consists of.
  associatedtype Body: Scene

  /// What the app consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }

  /// Creates the app.
  @MainActor @preconcurrency init()
}

extension App {
  /// Runs the app without a screen: mounts it, waits until it is at rest, and prints its outline.
  public static func main() async {
    let host = TreeHost(Self())
    await host.settle()
    print(host.outline)
  }
}

extension TreeHost {
  /// Mounts an app.
  ///
  /// - Parameters:
  ///   - app: The app. Its stored properties were made in the caller's task.
  ///   - size: The size of the screen, in points, as for a view.
  public convenience init<Root: App>(_ app: Root, size: CGSize? = nil) {
    self.init(content: BodyContent(app) { .make(scene: $0.body) }, size: size)
  }

  /// Mounts a scene.
  ///
  /// - Parameter scene: The scene.
  public convenience init<Root: Scene>(scene: Root) {
    self.init(content: .make(scene: scene))
  }
}
