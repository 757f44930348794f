public import EnvironmentTree

/// Edits the app's state, which the environment has.
public struct SettingsView: View {
  @Environment(AppState.self) private var appState

  /// Creates a view.
  public init() {}

  /// The form.
  public var body: some View {
    @Bindable var appState = appState
    Form {
      Text(appState.greeting)
      TextField("Username", text: $appState.username)
      Toggle("Notifications", isOn: $appState.notificationsEnabled)
      if let error = appState.error { Text(error.errorDescription ?? "") }
    }
    .task { await appState.restore() }
  }
}
