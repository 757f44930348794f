internal import Injection

/// What the same code saw of the services in different places of one run.
package struct ScopeReport: Sendable {
  /// What was seen, in the order of the run; the two parallel places stand in a fixed order.
  package let observations: [Observation]

  package init(observations: [Observation]) {
    self.observations = observations
  }

  /// Runs the same code without an override, under one, and in the tasks that leave from there.
  ///
  /// The overrides for the two parallel scopes split what the first place saw at the equator, so
  /// that they can be told apart whatever the data is.
  package static func measure(
    progress: (String) -> Void = { _ in }
  ) async -> ScopeReport {
    progress("loading again: \(Place.outside)")
    let outside = await Observation.make(at: Place.outside)

    progress("loading again: in a scope and in the tasks that leave it")
    let (inside, child, detached) = await withInjectedValues {
      $0.userService = .preview
      $0.landmarkService = .mock()
    } operation: {
      let inside = await Observation.make(at: Place.inside)
      async let child = Observation.make(at: Place.child)
      let detached = await Task.detached { await Observation.make(at: Place.detached) }.value
      return (inside, await child, detached)
    }

    progress("loading again: in two scopes at once")
    let all = (try? outside.landmarks.get()) ?? []
    let meeting = Rendezvous(expected: 2)
    async let north = observeHalf(
      at: Place.north, named: "North", all.filter { $0.coordinate.latitude >= 0 }, meeting)
    async let south = observeHalf(
      at: Place.south, named: "South", all.filter { $0.coordinate.latitude < 0 }, meeting)
    let parallel = [await north, await south]

    progress("loading again: \(Place.after)")
    let after = await Observation.make(at: Place.after)
    return ScopeReport(
      observations: [outside, inside, child, detached] + parallel + [after])
  }

  /// The first error that a place met, if any did.
  package var firstError: (any Error)? {
    for observation in observations {
      if case .failure(let error) = observation.user { return error }
      if case .failure(let error) = observation.landmarks { return error }
    }
    return nil
  }

  package func observation(at place: String) -> Observation? {
    observations.first { $0.place == place }
  }

  // Opens a scope for one half of the globe, and looks around once the other one is open too.
  private static func observeHalf(
    at place: String, named name: String, _ landmarks: [Landmark], _ meeting: Rendezvous
  ) async -> Observation {
    await withInjectedValues {
      $0.userService = MockUserService(
        user: User(id: name, name: "Guide of the \(name)", email: "guide@example.com"))
      $0.landmarkService = .mock(landmarks: landmarks)
    } operation: {
      let together = await meeting.arrive()
      return await Observation.make(at: place, scopesOpenTogether: together)
    }
  }
}

extension ScopeReport {
  package enum Place {
    package static let outside = "no override"
    package static let inside = "in the scope"
    package static let child = "async let child"
    package static let detached = "Task.detached"
    package static let north = "parallel, north"
    package static let south = "parallel, south"
    package static let after = "after the scopes"
  }
}
