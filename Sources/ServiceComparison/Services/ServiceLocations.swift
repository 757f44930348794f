public import Foundation
public import Injection

/// Where the live services find what they load.
public struct ServiceLocations: Sendable, Hashable {
  /// The address of the list of landmarks.
  public var landmarks: URL
  /// The address of the user.
  public var user: URL
  /// The address of the list of orders.
  public var orders: URL
  /// The address of the list of products.
  public var products: URL
  /// The folder in which the live services keep what they write.
  public var storage: URL

  /// Creates a set of addresses; each is that of the bundled data unless told otherwise.
  ///
  /// - Parameters:
  ///   - landmarks: The address of the list of landmarks.
  ///   - user: The address of the user.
  ///   - orders: The address of the list of orders.
  ///   - products: The address of the list of products.
  ///   - storage: The folder for what is written; one in the temporary folder unless told otherwise.
  public init(
    landmarks: URL = BundledResource.landmarks.url, user: URL = BundledResource.user.url,
    orders: URL = BundledResource.orders.url, products: URL = BundledResource.products.url,
    storage: URL? = nil
  ) {
    self.landmarks = landmarks
    self.user = user
    self.orders = orders
    self.products = products
    self.storage =
      storage ?? FileManager.default.temporaryDirectory.appendingPathComponent("ServiceComparison")
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
