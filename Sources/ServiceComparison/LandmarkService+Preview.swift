extension LandmarkService {
  /// Makes a service whose store is loaded before the first view reads it.
  ///
  /// The store is filled in its initialiser. A factory that fills it in a `Task` shows one pass of
  /// "loading" first, and an image of that pass is a blank.
  ///
  /// - Parameter landmarks: What the store holds; the three of
  ///   ``LandmarkApiModel/mockApiResponse`` unless told otherwise.
  /// - Returns: A service with a loaded store of its own; `fetchLandmarks` does nothing.
  public static func preview(
    landmarks: [Landmark] = LandmarkApiModel.mockApiResponse.compactMap(\.domainModel)
  ) -> LandmarkService {
    LandmarkService(
      store: LandmarkStore(landmarks: landmarks),
      fetchLandmarks: {},
      fetchLandmark: { id in landmarks.first { $0.id == id } },
      fetchLandmarksByCategory: { category in landmarks.filter { $0.category == category } }
    )
  }
}
