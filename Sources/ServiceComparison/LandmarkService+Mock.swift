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
