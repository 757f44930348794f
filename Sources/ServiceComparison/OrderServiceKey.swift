public import Injection

/// The key of the service for orders.
public enum OrderServiceKey: InjectedKey {
  /// The live variant, built from the services in this scope.
  public static var liveValue: any OrderService {
    LiveOrderService(
      client: injected(\.networkClient), ordersURL: injected(\.serviceLocations).orders,
      folder: injected(\.serviceLocations).storage)
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: any OrderService { MockOrderService() }
  /// The variant for previews, which answers from memory.
  public static var previewValue: any OrderService { MockOrderService() }
}

extension InjectedValues {
  /// The service for orders.
  public var orderService: any OrderService {
    get { self[OrderServiceKey.self] }
    set { self[OrderServiceKey.self] = newValue }
  }
}
