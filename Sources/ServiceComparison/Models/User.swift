public import Foundation

/// The person who uses the app.
public struct User: Sendable, Hashable, Identifiable, Codable {
  /// The stable identifier.
  public let id: String
  /// The name to show.
  public let name: String
  /// The address to write to.
  public let email: String
  /// Where the picture is, if there is one.
  public let avatarURL: URL?

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - id: The stable identifier.
  ///   - name: The name to show.
  ///   - email: The address to write to.
  ///   - avatarURL: Where the picture is, if there is one.
  public init(id: String, name: String, email: String, avatarURL: URL? = nil) {
    self.id = id
    self.name = name
    self.email = email
    self.avatarURL = avatarURL
  }

  /// The user that previews show.
  public static let preview = User(
    id: "preview", name: "Preview User", email: "preview@example.com")

  /// The user that tests get where they do not say which.
  public static let test = User(id: "test", name: "Test User", email: "test@example.com")
}
