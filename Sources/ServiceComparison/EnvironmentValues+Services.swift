public import EnvironmentTree

// The same keys, for the environment. A default is one live service for the process: nothing above it
// in a tree reaches what it was built from.

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

extension WebSearchKey: EnvironmentKey {
  /// The live variant, built once, from live services.
  public static let defaultValue: WebSearch = .live { .standard }
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

  /// The tree's value of ``WebSearchKey``.
  public var webSearch: WebSearch {
    get { self[WebSearchKey.self] }
    set { self[WebSearchKey.self] = newValue }
  }
}
