public import EnvironmentTree
public import Injection

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
