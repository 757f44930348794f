public import Injection

/// Loads landmarks: a closure-based service, a struct whose endpoints are closures.
///
/// A variant is a value, made by a factory: ``live(client:baseURL:)``, ``mock(landmarks:delay:clock:)``,
/// ``preview(landmarks:)``, ``unimplemented``. One endpoint of a variant is replaced by assignment:
///
/// ```swift
/// var service = LandmarkService.preview()
/// service.fetchLandmark = { _ in nil }
/// ```
///
/// A copy shares its original's ``store``. Each call of a factory makes a store of its own, so a
/// service is made once (by a key, or at the root of an app) and handed on, never in a view's body.
public struct LandmarkService: Sendable {
  /// What was loaded, for views to read.
  public let store: LandmarkStore
  /// Loads all landmarks into the store, which also notes an error before it is thrown.
  public var fetchLandmarks: @Sendable () async throws -> Void
  /// Gets the landmark with an identifier, or nil where there is none; the store stays as it is.
  public var fetchLandmark: @Sendable (_ id: String) async throws -> Landmark?
  /// Gets the landmarks of a category; the store stays as it is.
  public var fetchLandmarksByCategory: @Sendable (Landmark.Category) async throws -> [Landmark]

  /// Creates a service from its parts.
  ///
  /// - Parameters:
  ///   - store: The store that the endpoints fill.
  ///   - fetchLandmarks: Loads all landmarks into the store.
  ///   - fetchLandmark: Gets one landmark by its identifier.
  ///   - fetchLandmarksByCategory: Gets the landmarks of a category.
  public init(
    store: LandmarkStore,
    fetchLandmarks: @escaping @Sendable () async throws -> Void,
    fetchLandmark: @escaping @Sendable (_ id: String) async throws -> Landmark?,
    fetchLandmarksByCategory: @escaping @Sendable (Landmark.Category) async throws -> [Landmark]
  ) {
    self.store = store
    self.fetchLandmarks = fetchLandmarks
    self.fetchLandmark = fetchLandmark
    self.fetchLandmarksByCategory = fetchLandmarksByCategory
  }

  /// Makes a service, and a store for it, on top of one function that lists all landmarks.
  static func listing(
    _ list: @escaping @Sendable () async throws -> LandmarkList
  ) -> LandmarkService {
    let store = LandmarkStore()
    return LandmarkService(
      store: store,
      fetchLandmarks: { try await store.load(list) },
      fetchLandmark: { id in try await list().landmarks.first { $0.id == id } },
      fetchLandmarksByCategory: { category in
        try await list().landmarks.filter { $0.category == category }
      }
    )
  }
}

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
