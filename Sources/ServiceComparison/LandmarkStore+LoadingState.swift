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
  ///
  /// - Parameter fetch: Gets the landmarks; it runs where the caller runs.
  /// - Throws: What `fetch` throws, after the store has noted it.
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
