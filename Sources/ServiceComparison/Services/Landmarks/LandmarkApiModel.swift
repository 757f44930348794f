/// One place as it comes over the wire.
///
/// Decoding is strict about shape (a missing field is an error with its coding path) and lenient
/// about content: a category that this version does not know makes ``domainModel`` nil for that
/// place alone, so that a newer server does not empty an older app.
public struct LandmarkApiModel: Sendable, Hashable, Codable {
  /// The stable identifier.
  public var id: String
  /// The name to show.
  public var name: String
  /// The category's name; ``Landmark/Category`` has those that are understood.
  public var category: String
  /// The country, in English.
  public var country: String
  /// Degrees north of the equator.
  public var latitude: Double
  /// Degrees east of Greenwich.
  public var longitude: Double
  /// Whether the front page shows it; absent means no.
  public var isFeatured: Bool?

  /// Creates a wire model.
  ///
  /// - Parameters:
  ///   - id: The stable identifier.
  ///   - name: The name to show.
  ///   - category: The category's name on the wire.
  ///   - country: The country, in English.
  ///   - latitude: Degrees north of the equator.
  ///   - longitude: Degrees east of Greenwich.
  ///   - isFeatured: Whether the front page shows it.
  public init(
    id: String, name: String, category: String, country: String, latitude: Double,
    longitude: Double, isFeatured: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
    self.isFeatured = isFeatured
  }

  /// The place as the app's own code sees it, or nil where ``problem`` says why not.
  public var domainModel: Landmark? {
    guard
      problem == nil,
      let category = Landmark.Category(rawValue: category),
      let coordinate = Landmark.Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    return Landmark(
      id: id, name: name, category: category, country: country, coordinate: coordinate,
      isFeatured: isFeatured ?? false)
  }

  /// Why there is no ``domainModel``, in a few words; nil where there is one.
  public var problem: String? {
    if id.isEmpty { return "an empty id" }
    if Landmark.Category(rawValue: category) == nil { return "unknown category \"\(category)\"" }
    if Landmark.Coordinate(latitude: latitude, longitude: longitude) == nil {
      return "no such coordinate (\(latitude), \(longitude))"
    }
    return nil
  }
}

extension LandmarkApiModel {
  /// Three real places, in the wire's format, for mocks and previews.
  public static let mockApiResponse: [LandmarkApiModel] = [
    LandmarkApiModel(
      id: "table-mountain", name: "Table Mountain", category: "nature", country: "South Africa",
      latitude: -33.95731, longitude: 18.40311, isFeatured: true),
    LandmarkApiModel(
      id: "big-ben", name: "Big Ben", category: "architecture", country: "United Kingdom",
      latitude: 51.50070, longitude: -0.12460),
    LandmarkApiModel(
      id: "parthenon", name: "Parthenon", category: "archaeology", country: "Greece",
      latitude: 37.97150, longitude: 23.72657),
  ]
}

/// The answer to a request for all landmarks: `{"items": [ … ]}`.
public struct LandmarkListApiResponse: Sendable, Hashable, Codable {
  /// The places, in the server's order.
  public var items: [LandmarkApiModel]

  /// Creates an answer.
  ///
  /// - Parameter items: The places, in order.
  public init(items: [LandmarkApiModel]) {
    self.items = items
  }

  /// The places that the app understands, and what it left out.
  ///
  /// Ids are unique in the result: of two places with one id, the first is kept.
  ///
  /// - Complexity: O(*n*) in the number of items.
  public var list: LandmarkList {
    var list = LandmarkList()
    var seen: Set<String> = []
    for (index, item) in items.enumerated() {
      if let landmark = item.domainModel, seen.insert(landmark.id).inserted {
        list.landmarks.append(landmark)
      } else {
        let problem = item.problem ?? "an id that an earlier item has"
        list.omissions.append("items[\(index)] \"\(item.id)\": \(problem)")
      }
    }
    return list
  }
}
