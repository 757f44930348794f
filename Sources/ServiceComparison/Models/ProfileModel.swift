public import ModelObservation

/// Loads who is there, and signs out.
@MainActor public final class ProfileModel: ObservableModel {
  /// The user, where one was loaded.
  @Observed public private(set) var user: User?
  /// Whether a load is under way.
  @Observed public private(set) var isLoading = false
  /// Why the last step failed, where it did.
  @Observed public private(set) var errorMessage: String?
  private let userService: any UserService
  private let authService: any AuthService

  /// Creates a model.
  ///
  /// - Parameter values: Have the services: the container's values, or an environment's.
  public init(from values: some ServiceValues) {
    userService = values.userService
    authService = values.authService
  }

  /// Loads the user.
  public func load() async {
    isLoading = true
    errorMessage = nil
    defer { isLoading = false }
    do {
      user = try await userService.fetchCurrentUser()
    } catch {
      errorMessage = "\(error)"
    }
  }

  /// Signs out, and forgets the user where that succeeds.
  public func signOut() async {
    do {
      try await authService.signOut()
      user = nil
    } catch {
      errorMessage = "\(error)"
    }
  }
}
