public import Injection
public import InjectionEssentials

extension Services {
  /// Makes the live variants.
  ///
  /// - Parameters:
  ///   - client: Loads what is on the network.
  ///   - locations: Where everything is.
  ///   - openURL: Finds what opens addresses, at each call: the container's unless told otherwise.
  /// - Returns: Services that load through the client, and write below the locations' storage.
  public static func live(
    client: NetworkClient = .standard, locations: ServiceLocations = ServiceLocations(),
    openURL: @escaping @Sendable () -> OpenURL = { injected(\.openURL) }
  ) -> Services {
    Services(
      landmarkService: .live(client: client, listURL: locations.landmarks),
      networkClient: client,
      userService: LiveUserService(client: client, userURL: locations.user),
      authService: LiveAuthService(folder: locations.storage),
      orderService: LiveOrderService(
        client: client, ordersURL: locations.orders, folder: locations.storage),
      productService: LiveProductService(client: client, productsURL: locations.products),
      imageLoader: .live(client: client),
      analytics: .live(folder: locations.storage),
      webSearch: .live(client: { client }, openURL: openURL))
  }

  /// The variants for tests, which use nothing outside the process.
  public static func test() -> Services {
    Services(
      landmarkService: .unimplemented,
      networkClient: .unimplemented,
      userService: MockUserService(user: .test),
      authService: MockAuthService(signedIn: "test"),
      orderService: MockOrderService(),
      productService: MockProductService(),
      imageLoader: .unimplemented,
      analytics: .unimplemented,
      webSearch: .unimplemented)
  }

  /// The variants for previews: filled at once, from memory.
  public static func preview() -> Services {
    Services(
      landmarkService: .preview(),
      networkClient: .bundled,
      userService: MockUserService(),
      authService: MockAuthService(),
      orderService: MockOrderService(),
      productService: MockProductService(),
      imageLoader: .mock(),
      analytics: .mock(),
      webSearch: .mock())
  }

  /// The mocks: empty at first, loaded from memory.
  public static func mock() -> Services {
    var services = preview()
    services.landmarkService = .mock()
    return services
  }

  /// The variants whose endpoints throw ``UnimplementedEndpoint``.
  public static func unimplemented() -> Services {
    Services(
      landmarkService: .unimplemented,
      networkClient: .unimplemented,
      userService: UnimplementedUserService(),
      authService: UnimplementedAuthService(),
      orderService: UnimplementedOrderService(),
      productService: UnimplementedProductService(),
      imageLoader: .unimplemented,
      analytics: .unimplemented,
      webSearch: .unimplemented)
  }
}
