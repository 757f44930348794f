public import Foundation

/// Gets the user over the network.
public struct LiveUserService: UserService {
  private let client: NetworkClient
  private let userURL: URL

  /// Creates a service that asks for `user` below a base address.
  ///
  /// - Parameters:
  ///   - client: What carries the requests.
  ///   - baseURL: The server's address; the user is at `user` below it.
  public init(client: NetworkClient, baseURL: URL) {
    self.init(client: client, userURL: baseURL.appendingPathComponent("user"))
  }

  /// Creates a service that reads the user at an address, such as that of a file.
  ///
  /// - Parameters:
  ///   - client: What carries the requests.
  ///   - userURL: The address of the user itself.
  public init(client: NetworkClient, userURL: URL) {
    self.client = client
    self.userURL = userURL
  }

  /// Asks for the user, with one request each time.
  ///
  /// - Returns: The user.
  /// - Throws: A ``NetworkError``, or what else the client throws.
  public func fetchCurrentUser() async throws -> User {
    try await client.fetch(User.self, from: userURL)
  }
}
