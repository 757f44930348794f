public import ModelObservation

/// What the whole app shares, and its controls write: made at the root, and put into the tree there.
@MainActor public final class AppState: ObservableModel {
  /// The name that the user goes by.
  @Observed public var username = ""
  /// Whether the user is notified.
  @Observed public var notificationsEnabled = false
  /// What is to be presented.
  @Observed public var error: ItemError?
  private let authService: any AuthService

  /// What a greeting says: tracked, though it is computed.
  public var greeting: String { username.isEmpty ? "Who are you?" : "Hello, \(username)" }

  /// Creates the state at launch.
  ///
  /// - Parameter values: Have the service: the container's values, or an environment's.
  public init(from values: some ServiceValues) {
    authService = values.authService
  }

  /// Takes over the name of who is signed in, where somebody is.
  public func restore() async {
    do {
      if let name = try await authService.signedIn() { username = name }
    } catch {
      self.error = .unknown("\(error)")
    }
  }
}
