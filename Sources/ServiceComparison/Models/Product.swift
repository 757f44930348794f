/// Something that can be ordered.
public struct Product: Sendable, Hashable, Identifiable, Codable {
  /// Identifies the product.
  public let id: String
  /// What it is called.
  public let name: String
  /// The price, in cents.
  public let cents: Int

  /// Creates a product.
  ///
  /// - Parameters:
  ///   - id: Identifies the product.
  ///   - name: What it is called.
  ///   - cents: The price, in cents.
  public init(id: String, name: String, cents: Int) {
    self.id = id
    self.name = name
    self.cents = cents
  }

  /// Two products for previews.
  public static let preview = [
    Product(id: "1", name: "Globe", cents: 4900), Product(id: "2", name: "Atlas", cents: 2900),
  ]
}
