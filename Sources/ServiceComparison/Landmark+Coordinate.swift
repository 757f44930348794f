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
