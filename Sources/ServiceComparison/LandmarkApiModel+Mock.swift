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
