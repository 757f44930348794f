/// Something that was ordered.
public struct Order: Sendable, Hashable, Identifiable, Codable {
  /// Identifies the order.
  public let id: String
  /// What was ordered.
  public let title: String
  /// The total, in cents.
  public let cents: Int

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - id: Identifies the order.
  ///   - title: What was ordered.
  ///   - cents: The total, in cents.
  public init(id: String, title: String, cents: Int) {
    self.id = id
    self.title = title
    self.cents = cents
  }

  /// Two orders for previews.
  public static let preview = [
    Order(id: "1", title: "Books", cents: 3000), Order(id: "2", title: "Tea", cents: 500),
  ]
}
