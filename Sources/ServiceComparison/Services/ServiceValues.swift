public import EnvironmentTree
public import Injection

/// Values that have the services: the container's, a tree's environment, or ``Services`` alone.
///
/// What is written on top of it, models in particular, is written once and works with both.
public protocol ServiceValues {
  /// The value of ``LandmarkServiceKey``.
  var landmarkService: LandmarkService { get set }
  /// The value of ``NetworkClientKey``.
  var networkClient: NetworkClient { get set }
  /// The value of ``UserServiceKey``.
  var userService: any UserService { get set }
  /// The value of ``AuthServiceKey``.
  var authService: any AuthService { get set }
  /// The value of ``OrderServiceKey``.
  var orderService: any OrderService { get set }
  /// The value of ``ProductServiceKey``.
  var productService: any ProductService { get set }
  /// The value of ``ImageLoaderKey``.
  var imageLoader: ImageLoader { get set }
  /// The value of ``AnalyticsServiceKey``.
  var analytics: AnalyticsService { get set }
  /// The value of ``WebSearchKey``.
  var webSearch: WebSearch { get set }
}

extension InjectedValues: ServiceValues {}
extension EnvironmentValues: ServiceValues {}
extension Services: ServiceValues {}

extension ServiceValues {
  /// All services together.
  ///
  /// Made from the single ones at each read, and written into them, so that the two cannot disagree.
  public var services: Services {
    get {
      Services(
        landmarkService: landmarkService,
        networkClient: networkClient,
        userService: userService,
        authService: authService,
        orderService: orderService,
        productService: productService,
        imageLoader: imageLoader,
        analytics: analytics,
        webSearch: webSearch)
    }
    set {
      landmarkService = newValue.landmarkService
      networkClient = newValue.networkClient
      userService = newValue.userService
      authService = newValue.authService
      orderService = newValue.orderService
      productService = newValue.productService
      imageLoader = newValue.imageLoader
      analytics = newValue.analytics
      webSearch = newValue.webSearch
    }
  }
}

extension View {
  /// Puts services into the environment of this view and all below it.
  ///
  /// - Parameter services: The services; hold them elsewhere, and do not make them in a body.
  /// - Returns: This view, with the services.
  public func services(_ services: Services) -> some View {
    environment(\.landmarkService, services.landmarkService)
      .environment(\.networkClient, services.networkClient)
      .environment(\.userService, services.userService)
      .environment(\.authService, services.authService)
      .environment(\.orderService, services.orderService)
      .environment(\.productService, services.productService)
      .environment(\.imageLoader, services.imageLoader)
      .environment(\.analytics, services.analytics)
      .environment(\.webSearch, services.webSearch)
  }
}

/// Values of an environment for who wants them once: never a reason for an evaluation.
struct ServiceSnapshot: Equatable {
  let values: EnvironmentValues

  static func == (first: ServiceSnapshot, second: ServiceSnapshot) -> Bool { true }
}

extension EnvironmentValues {
  var serviceSnapshot: ServiceSnapshot { ServiceSnapshot(values: self) }
}
