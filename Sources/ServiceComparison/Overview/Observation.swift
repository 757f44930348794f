package import Foundation
internal import Injection

/// What one place in a program saw of the services when it used them.
package struct Observation: Sendable {
  package let place: String
  /// The type of the user service that was in force.
  package let userServiceType: String
  /// What that service said.
  package let user: Result<User, any Error>
  /// The store of the landmark service that was in force.
  package let store: LandmarkStore
  /// What the store held after a load.
  package let landmarks: Result<[Landmark], any Error>
  /// What the network clients were asked for meanwhile.
  package let requests: [URL]
  /// How many scopes were open at the same time, where several were.
  package let scopesOpenTogether: Int?

  /// Uses the services, and notes what it meets.
  ///
  /// Every place runs this same code: what differs between two observations is the place.
  package static func make(
    at place: String, scopesOpenTogether: Int? = nil
  ) async -> Observation {
    let log = RequestLog()
    return await RequestLog.$current.withValue(log) {
      let visitor = Visitor()
      let store = visitor.landmarkService.store
      return Observation(
        place: place,
        userServiceType: "\(type(of: visitor.userService))",
        user: await visitor.user(),
        store: store,
        landmarks: await visitor.landmarks(),
        requests: log.requests,
        scopesOpenTogether: scopesOpenTogether
      )
    }
  }
}

// An ordinary consumer of the services: it says what it needs, not where that comes from.
private struct Visitor {
  @Injected(\.userService) var userService
  @Injected(\.landmarkService) var landmarkService

  func user() async -> Result<User, any Error> {
    do {
      return .success(try await userService.fetchCurrentUser())
    } catch {
      return .failure(error)
    }
  }

  func landmarks() async -> Result<[Landmark], any Error> {
    let service = landmarkService
    do {
      try await service.fetchLandmarks()
      return .success(await service.store.landmarks)
    } catch {
      return .failure(error)
    }
  }
}
