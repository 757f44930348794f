/// A real place, as the app's own code sees it.
///
/// The wire format is another type, ``LandmarkApiModel``: what a server sends can change, or be
/// wrong, without every view having to know.
public struct Landmark: Sendable, Hashable, Identifiable {
  /// The place's name in URLs and stored references; it does not change when the name does.
  public let id: String
  /// The name to show.
  public let name: String
  /// What kind of place it is.
  public let category: Category
  /// The country it stands in, in English.
  public let country: String
  /// Where it stands.
  public let coordinate: Coordinate
  /// Whether the app's front page shows it.
  public let isFeatured: Bool

  /// Creates a landmark.
  ///
  /// - Parameters:
  ///   - id: A stable, unique identifier.
  ///   - name: The name to show.
  ///   - category: What kind of place it is.
  ///   - country: The country it stands in, in English.
  ///   - coordinate: Where it stands.
  ///   - isFeatured: Whether the app's front page shows it.
  public init(
    id: String, name: String, category: Category, country: String, coordinate: Coordinate,
    isFeatured: Bool = false
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.country = country
    self.coordinate = coordinate
    self.isFeatured = isFeatured
  }
}
