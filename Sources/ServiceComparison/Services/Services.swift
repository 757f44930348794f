/// All services together: what an app passes down from its root.
public struct Services: Sendable {
  /// The value of ``LandmarkServiceKey``.
  public var landmarkService: LandmarkService
  /// The value of ``NetworkClientKey``.
  public var networkClient: NetworkClient
  /// The value of ``UserServiceKey``.
  public var userService: any UserService
  /// The value of ``AuthServiceKey``.
  public var authService: any AuthService
  /// The value of ``OrderServiceKey``.
  public var orderService: any OrderService
  /// The value of ``ProductServiceKey``.
  public var productService: any ProductService
  /// The value of ``ImageLoaderKey``.
  public var imageLoader: ImageLoader
  /// The value of ``AnalyticsServiceKey``.
  public var analytics: AnalyticsService
  /// The value of ``WebSearchKey``.
  public var webSearch: WebSearch

  /// Creates an aggregate.
  ///
  /// - Parameters:
  ///   - landmarkService: The value of ``LandmarkServiceKey``.
  ///   - networkClient: The value of ``NetworkClientKey``.
  ///   - userService: The value of ``UserServiceKey``.
  ///   - authService: The value of ``AuthServiceKey``.
  ///   - orderService: The value of ``OrderServiceKey``.
  ///   - productService: The value of ``ProductServiceKey``.
  ///   - imageLoader: The value of ``ImageLoaderKey``.
  ///   - analytics: The value of ``AnalyticsServiceKey``.
  ///   - webSearch: The value of ``WebSearchKey``.
  public init(
    landmarkService: LandmarkService,
    networkClient: NetworkClient,
    userService: any UserService,
    authService: any AuthService,
    orderService: any OrderService,
    productService: any ProductService,
    imageLoader: ImageLoader,
    analytics: AnalyticsService,
    webSearch: WebSearch
  ) {
    self.landmarkService = landmarkService
    self.networkClient = networkClient
    self.userService = userService
    self.authService = authService
    self.orderService = orderService
    self.productService = productService
    self.imageLoader = imageLoader
    self.analytics = analytics
    self.webSearch = webSearch
  }
}
