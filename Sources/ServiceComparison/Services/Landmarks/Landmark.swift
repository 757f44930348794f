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

extension Landmark {
  /// A kind of place; the raw value is its name on the wire.
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// What earlier peoples left: ruins and excavated sites.
    case archaeology
    /// Buildings and bridges, known for how they are built.
    case architecture
    /// Memorials and statues.
    case monument
    /// Mountains, canyons, waterfalls.
    case nature
    /// Temples, churches, mosques.
    case worship
  }
}

extension Landmark {
  /// A point on the globe, in degrees (WGS 84).
  public struct Coordinate: Sendable, Hashable {
    /// Degrees north of the equator; negative to the south.
    public let latitude: Double
    /// Degrees east of Greenwich; negative to the west.
    public let longitude: Double

    /// Creates a coordinate, or nil where there is no such point on the globe.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north, from -90 to 90.
    ///   - longitude: Degrees east, from -180 to 180.
    public init?(latitude: Double, longitude: Double) {
      // A NaN is in neither range, so it is refused here too.
      guard (-90.0...90).contains(latitude), (-180.0...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }
  }
}

/// Landmarks, with an account of the items that could not become one.
public struct LandmarkList: Sendable, Hashable {
  /// The places, in the source's order.
  public var landmarks: [Landmark]
  /// One line for each item that was left out: where it stands, its id, and why.
  public var omissions: [String]

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - landmarks: The places, in order.
  ///   - omissions: One line for each item that was left out.
  public init(landmarks: [Landmark] = [], omissions: [String] = []) {
    self.landmarks = landmarks
    self.omissions = omissions
  }
}
