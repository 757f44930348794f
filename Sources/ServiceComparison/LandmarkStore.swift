/// The landmarks that a ``LandmarkService`` has loaded, for views to read.
///
/// It belongs to the main actor, where bodies run, and is `Sendable` for that reason. The
/// initialisers are nonisolated: a service's factory is not on any actor.
@MainActor public final class LandmarkStore {
  /// The places of the last successful load, in order; a failed load leaves them as they are.
  public private(set) var landmarks: [Landmark]
  /// What the last successful load left out, one line for each item.
  public private(set) var omissions: [String]
  /// Where the load stands.
  public private(set) var loadingState: LoadingState
  // Distinguishes an empty list that was loaded from one that nothing has filled yet.
  private var hasLoaded: Bool

  /// Creates an empty store, in the state `idle`.
  public nonisolated init() {
    landmarks = []
    omissions = []
    loadingState = .idle
    hasLoaded = false
  }

  /// Creates a store that is filled from the start, in the state `loaded`.
  ///
  /// - Parameter landmarks: The places that it holds.
  public nonisolated init(landmarks: [Landmark]) {
    self.landmarks = landmarks
    omissions = []
    loadingState = .loaded
    hasLoaded = true
  }

  /// Creates a store that has nothing but an error to show.
  ///
  /// - Parameter error: The error of the state `failed`.
  public nonisolated init(error: any Error) {
    landmarks = []
    omissions = []
    loadingState = .failed(error)
    hasLoaded = false
  }

  /// The places for the front page, in order.
  ///
  /// - Complexity: O(*n*) in the number of landmarks.
  public var featuredLandmarks: [Landmark] { landmarks.filter(\.isFeatured) }

  /// Finds a loaded place by its identifier.
  ///
  /// - Parameter id: The place's identifier.
  /// - Returns: The place, or nil where none of that id is loaded.
  /// - Complexity: O(*n*) in the number of landmarks.
  public func landmark(id: String) -> Landmark? { landmarks.first { $0.id == id } }

  /// Notes that a load has begun.
  public func setLoading() {
    loadingState = .loading
  }

  /// Notes that a load has succeeded, and replaces what the store holds.
  ///
  /// - Parameters:
  ///   - landmarks: The places that were loaded.
  ///   - omissions: One line for each item that was left out.
  public func setLandmarks(_ landmarks: [Landmark], omissions: [String] = []) {
    self.landmarks = landmarks
    self.omissions = omissions
    hasLoaded = true
    loadingState = .loaded
  }

  /// Notes that a load has failed; what was loaded before stays.
  ///
  /// - Parameter error: What went wrong.
  public func setError(_ error: any Error) {
    loadingState = .failed(error)
  }

  /// Notes that a load was given up, which is not an error to show.
  public func setCancelled() {
    loadingState = hasLoaded ? .loaded : .idle
  }
}
