public import EnvironmentTree

/// Shows a profile: loading, the user, or why there is none.
public struct ProfileView: View {
  private let model: ProfileModel

  /// Creates a view.
  ///
  /// - Parameter model: What it shows.
  public init(_ model: ProfileModel) {
    self.model = model
  }

  /// The profile.
  public var body: some View {
    VStack {
      if let user = model.user {
        Text(user.name)
        Text(user.email)
        Button("Sign out") { Task { await model.signOut() } }
      } else if model.isLoading {
        ProgressView()
      }
      if let message = model.errorMessage { Text(message) }
    }
    .task { await model.load() }
  }
}
