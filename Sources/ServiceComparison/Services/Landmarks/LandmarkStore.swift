internal import ModelObservation

/// The landmarks that a ``LandmarkService`` has loaded, for views to read.
///
/// It belongs to the main actor, where bodies run, and is `Sendable` for that reason. The
/// initialisers are nonisolated: a service's factory is not on any actor.
@MainActor public final class LandmarkStore {
  private struct Contents: Sendable {
    var landmarks: [Landmark] = []
    var omissions: [String] = []
    var loadingState = LoadingState.idle
    // Distinguishes an empty list that was loaded from one that nothing has filled yet.
    var hasLoaded = false
  }

  // A cell, since the store is made off the main actor too, with a service.
  private nonisolated let contents: SharedObserved<Contents>

  /// The places of the last successful load, in order; a failed load leaves them as they are.
  public var landmarks: [Landmark] { contents.value.landmarks }

  /// What the last successful load left out, one line for each item.
  public var omissions: [String] { contents.value.omissions }

  /// Where the load stands.
  public var loadingState: LoadingState { contents.value.loadingState }

  /// Creates an empty store, in the state `idle`.
  public nonisolated init() {
    contents = SharedObserved(Contents())
  }

  /// Creates a store that is filled from the start, in the state `loaded`.
  ///
  /// - Parameter landmarks: The places that it holds.
  public nonisolated init(landmarks: [Landmark]) {
    contents = SharedObserved(
      Contents(landmarks: landmarks, loadingState: .loaded, hasLoaded: true))
  }

  /// Creates a store that has nothing but an error to show.
  ///
  /// - Parameter error: The error of the state `failed`.
  public nonisolated init(error: any Error) {
    contents = SharedObserved(Contents(loadingState: .failed(error)))
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
    contents.withValue { $0.loadingState = .loading }
  }

  /// Notes that a load has succeeded, and replaces what the store holds.
  ///
  /// - Parameters:
  ///   - landmarks: The places that were loaded.
  ///   - omissions: One line for each item that was left out.
  public func setLandmarks(_ landmarks: [Landmark], omissions: [String] = []) {
    contents.value = Contents(
      landmarks: landmarks, omissions: omissions, loadingState: .loaded, hasLoaded: true)
  }

  /// Notes that a load has failed; what was loaded before stays.
  ///
  /// - Parameter error: What went wrong.
  public func setError(_ error: any Error) {
    contents.withValue { $0.loadingState = .failed(error) }
  }

  /// Notes that a load was given up, which is not an error to show.
  public func setCancelled() {
    contents.withValue { $0.loadingState = $0.hasLoaded ? .loaded : .idle }
  }
}

extension LandmarkStore {
  /// Where a load stands.
  ///
  /// `idle` → `loading` → `loaded` or `failed`, and from either of these to `loading` again. A
  /// cancelled load goes back to `loaded` where a load has succeeded before, else to `idle`.
  public enum LoadingState: Sendable {
    /// Nothing was asked for yet.
    case idle
    /// A load is under way.
    case loading
    /// The last load succeeded.
    case loaded
    /// The last load failed, with this error.
    case failed(any Error)
  }

  /// Runs a load, and moves the store through the states that belong to it.
  nonisolated func load(_ fetch: () async throws -> LandmarkList) async throws {
    await setLoading()
    do {
      let list = try await fetch()
      await setLandmarks(list.landmarks, omissions: list.omissions)
    } catch is CancellationError {
      await setCancelled()
      throw CancellationError()
    } catch {
      await setError(error)
      throw error
    }
  }
}
