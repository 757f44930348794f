/// Answers from memory: with a user, or with an error.
public struct MockUserService: UserService {
  private let answer: Result<User, any Error>

  /// Creates a service that knows one user.
  ///
  /// - Parameter user: The user that every call returns.
  public init(user: User = .preview) {
    answer = .success(user)
  }

  /// Creates a service that always fails.
  ///
  /// - Parameter error: The error that every call throws.
  public init(error: any Error) {
    answer = .failure(error)
  }

  /// Returns the user, or throws the error, that the service was made with.
  ///
  /// - Returns: The user.
  /// - Throws: The error, where the service was made with one.
  public func fetchCurrentUser() async throws -> User {
    try answer.get()
  }
}

extension UserService where Self == MockUserService {
  /// The mock that knows ``User/preview``.
  public static var mock: MockUserService { MockUserService() }

  /// The variant for previews: the mock, under the name by which one looks for it.
  public static var preview: MockUserService { MockUserService(user: .preview) }
}
