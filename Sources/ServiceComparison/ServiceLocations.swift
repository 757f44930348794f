public import Foundation
public import Injection

/// Where the live services find what they load.
public struct ServiceLocations: Sendable, Hashable {
  /// The address of the list of landmarks.
  public var landmarks: URL
  /// The address of the user.
  public var user: URL

  /// Creates a set of addresses; each is that of the bundled data unless told otherwise.
  ///
  /// - Parameters:
  ///   - landmarks: The address of the list of landmarks.
  ///   - user: The address of the user.
  public init(
    landmarks: URL = BundledResource.landmarks.url, user: URL = BundledResource.user.url
  ) {
    self.landmarks = landmarks
    self.user = user
  }
}

/// The key of the addresses; in every context the default is the bundled data.
public enum ServiceLocationsKey: InjectedKey {
  /// The addresses of the bundled data.
  public static var liveValue: ServiceLocations { ServiceLocations() }
  /// The addresses of the bundled data.
  public static var testValue: ServiceLocations { ServiceLocations() }
  /// The addresses of the bundled data.
  public static var previewValue: ServiceLocations { ServiceLocations() }
}

extension InjectedValues {
  /// Where the live services find what they load.
  public var serviceLocations: ServiceLocations {
    get { self[ServiceLocationsKey.self] }
    set { self[ServiceLocationsKey.self] = newValue }
  }
}
