public import Foundation

extension LandmarkService {
  /// Makes a service that asks a server for `landmarks` below a base address.
  ///
  /// - Parameters:
  ///   - client: What carries the requests; errors of its calls reach the endpoints' callers.
  ///   - baseURL: The server's address; the list is at `landmarks` below it.
  /// - Returns: A service with an empty store of its own; each endpoint makes one request.
  public static func live(client: NetworkClient, baseURL: URL) -> LandmarkService {
    live(client: client, listURL: baseURL.appendingPathComponent("landmarks"))
  }

  /// Makes a service that reads the list of landmarks at an address, such as that of a file.
  ///
  /// - Parameters:
  ///   - client: What carries the requests; errors of its calls reach the endpoints' callers.
  ///   - listURL: The address of the list itself.
  /// - Returns: A service with an empty store of its own; each endpoint makes one request.
  public static func live(client: NetworkClient, listURL: URL) -> LandmarkService {
    .listing { try await client.fetch(LandmarkListApiResponse.self, from: listURL).list }
  }
}

extension LandmarkService {
  /// Makes a service that answers from memory, after a delay on a clock that the caller chooses.
  ///
  /// A test passes a clock that it moves by hand, so that it can look at the store while it is
  /// loading and still takes no time. Without a delay the clock is not asked.
  ///
  /// - Parameters:
  ///   - landmarks: What the service has; the three of ``LandmarkApiModel/mockApiResponse``
  ///     unless told otherwise.
  ///   - delay: How long each call takes.
  ///   - clock: The clock that measures the delay.
  /// - Returns: A service with an empty store of its own.
  public static func mock(
    landmarks: [Landmark] = LandmarkApiModel.mockApiResponse.compactMap(\.domainModel),
    delay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> LandmarkService {
    .listing {
      if delay > .zero { try await clock.sleep(for: delay) }
      return LandmarkList(landmarks: landmarks)
    }
  }
}

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
