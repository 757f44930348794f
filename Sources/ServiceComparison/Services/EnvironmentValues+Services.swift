public import EnvironmentTree
internal import InjectionEssentials

// The same keys, for the environment. A default is one live service for the process: nothing above it
// in a tree reaches what it was built from, but for what a web search resolves when it is read.

extension LandmarkServiceKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: LandmarkService = .live(
    client: .standard, listURL: ServiceLocations().landmarks)
}

extension NetworkClientKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: NetworkClient = .standard
}

extension UserServiceKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: any UserService = LiveUserService(
    client: .standard, userURL: ServiceLocations().user)
}

extension AuthServiceKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: any AuthService = LiveAuthService(
    folder: ServiceLocations().storage)
}

extension OrderServiceKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: any OrderService = LiveOrderService(
    client: .standard, ordersURL: ServiceLocations().orders,
    folder: ServiceLocations().storage)
}

extension ProductServiceKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: any ProductService = LiveProductService(
    client: .standard, productsURL: ServiceLocations().products)
}

extension ImageLoaderKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: ImageLoader = .live(client: .standard)
}

extension AnalyticsServiceKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: AnalyticsService = .live(folder: ServiceLocations().storage)
}

// Not `WebSearchKey`: where nobody has set a service, each place of the tree has one of its own.
private enum SearchOfTreeKey: EnvironmentKey {
  static var defaultValue: WebSearch? { nil }
}

extension EnvironmentValues {
  /// The tree's value of ``LandmarkServiceKey``.
  public var landmarkService: LandmarkService {
    get { self[LandmarkServiceKey.self] }
    set { self[LandmarkServiceKey.self] = newValue }
  }

  /// The tree's value of ``NetworkClientKey``.
  public var networkClient: NetworkClient {
    get { self[NetworkClientKey.self] }
    set { self[NetworkClientKey.self] = newValue }
  }

  /// The tree's value of ``UserServiceKey``.
  public var userService: any UserService {
    get { self[UserServiceKey.self] }
    set { self[UserServiceKey.self] = newValue }
  }

  /// The tree's value of ``AuthServiceKey``.
  public var authService: any AuthService {
    get { self[AuthServiceKey.self] }
    set { self[AuthServiceKey.self] = newValue }
  }

  /// The tree's value of ``OrderServiceKey``.
  public var orderService: any OrderService {
    get { self[OrderServiceKey.self] }
    set { self[OrderServiceKey.self] = newValue }
  }

  /// The tree's value of ``ProductServiceKey``.
  public var productService: any ProductService {
    get { self[ProductServiceKey.self] }
    set { self[ProductServiceKey.self] = newValue }
  }

  /// The tree's value of ``ImageLoaderKey``.
  public var imageLoader: ImageLoader {
    get { self[ImageLoaderKey.self] }
    set { self[ImageLoaderKey.self] = newValue }
  }

  /// The tree's value of ``AnalyticsServiceKey``.
  public var analytics: AnalyticsService {
    get { self[AnalyticsServiceKey.self] }
    set { self[AnalyticsServiceKey.self] = newValue }
  }

  /// The tree's service for searching the web.
  ///
  /// Where nobody has set one, its endpoints use the tree's network client and the tree's `openURL`
  /// of the place that reads it.
  public var webSearch: WebSearch {
    get {
      if let search = self[SearchOfTreeKey.self] { return search }
      let (client, open) = (networkClient, OpenURL(openURL))
      return .live {
        client
      } openURL: {
        open
      }
    }
    set { self[SearchOfTreeKey.self] = newValue }
  }
}
