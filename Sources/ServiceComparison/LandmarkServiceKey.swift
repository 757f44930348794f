public import Injection

/// The key of the landmark service.
public enum LandmarkServiceKey: InjectedKey {
  /// The service over the network client and the address that are in force.
  public static var liveValue: LandmarkService {
    .live(
      client: injected(\.networkClient),
      listURL: injected(\.serviceLocations).landmarks)
  }
  /// The service that throws: a test says what it needs.
  public static var testValue: LandmarkService { .unimplemented }
  /// The service whose store is loaded already.
  public static var previewValue: LandmarkService { .preview() }
}

extension InjectedValues {
  /// The service that loads landmarks.
  public var landmarkService: LandmarkService {
    get { self[LandmarkServiceKey.self] }
    set { self[LandmarkServiceKey.self] = newValue }
  }
}
