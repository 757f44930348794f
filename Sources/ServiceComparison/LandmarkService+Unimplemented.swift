extension LandmarkService {
  /// A service none of whose endpoints does anything but throw ``UnimplementedEndpoint``.
  ///
  /// Its store is in the state `failed` from the start. Reading a store calls no endpoint, so with
  /// an idle one a view would show its progress indicator for ever, and nothing would say why.
  public static var unimplemented: LandmarkService {
    LandmarkService(
      store: LandmarkStore(error: UnimplementedEndpoint("LandmarkService.store")),
      fetchLandmarks: { throw UnimplementedEndpoint("LandmarkService.fetchLandmarks") },
      fetchLandmark: { _ in throw UnimplementedEndpoint("LandmarkService.fetchLandmark") },
      fetchLandmarksByCategory: { _ in
        throw UnimplementedEndpoint("LandmarkService.fetchLandmarksByCategory")
      }
    )
  }
}
