public import ModelObservation

/// What the whole app shares, and its controls write.
@MainActor public final class AppState: ObservableModel {
  /// The name that the user goes by.
  @Observed public var username = ""
  /// Whether the user is notified.
  @Observed public var notificationsEnabled = false
  /// What is to be presented.
  @Observed public var error: ItemError?

  /// What a greeting says: tracked, though it is computed.
  public var greeting: String { username.isEmpty ? "Who are you?" : "Hello, \(username)" }

  /// Creates the state at launch.
  public init() {}
}
