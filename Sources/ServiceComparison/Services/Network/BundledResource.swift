public import Foundation

/// A document that is compiled into this module; ``NetworkClient/bundled`` serves it.
///
/// The manifest embeds the files of `Resources/` as code. `Bundle.module` would have to find a
/// folder beside the executable, or else an absolute path of the machine that built it, and traps
/// where neither is there; embedded, one file can be moved, linked statically, and still has its
/// data, in debug and in release alike.
public enum BundledResource: String, Sendable, CaseIterable {
  /// The list of landmarks, as a ``LandmarkListApiResponse``.
  case landmarks = "landmarks.json"
  /// The orders, as an array of ``Order``.
  case orders = "orders.json"
  /// The products, as an array of ``Product``.
  case products = "products.json"
  /// The user, as a ``User``.
  case user = "user.json"

  /// The scheme of the addresses of bundled documents.
  public static let scheme = "bundle"

  /// The document's address, such as `bundle:///landmarks.json`.
  public var url: URL {
    var components = URLComponents()
    components.scheme = Self.scheme
    components.host = ""
    components.path = "/\(rawValue)"
    guard let url = components.url else {
      preconditionFailure("\(rawValue) does not make a URL")
    }
    return url
  }

  /// The document's contents.
  public var data: Data {
    switch self {
    case .landmarks: Data(PackageResources.landmarks_json)
    case .orders: Data(PackageResources.orders_json)
    case .products: Data(PackageResources.products_json)
    case .user: Data(PackageResources.user_json)
    }
  }
}
