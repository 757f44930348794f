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
