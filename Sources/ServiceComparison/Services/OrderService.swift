public import Foundation
public import Injection
internal import Synchronization

/// Lists and processes orders: a service as a protocol.
public protocol OrderService: Sendable {
  /// Fetches the orders.
  ///
  /// - Returns: The orders, in the source's order.
  /// - Throws: What the variant throws.
  func fetchOrders() async throws -> [Order]

  /// Processes one order.
  ///
  /// - Parameter order: The order.
  /// - Throws: What the variant throws.
  func processOrder(_ order: Order) async throws
}

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

/// Loads orders through a network client, and writes a receipt for each that is processed.
public struct LiveOrderService: OrderService {
  private let client: NetworkClient
  private let ordersURL: URL
  private let receipts: URL

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - client: Loads the list.
  ///   - ordersURL: Where the list is.
  ///   - folder: Where receipts are written, into a folder of their own.
  public init(client: NetworkClient, ordersURL: URL, folder: URL) {
    self.client = client
    self.ordersURL = ordersURL
    receipts = folder.appendingPathComponent("receipts")
  }

  /// Loads the list.
  ///
  /// - Returns: The orders.
  /// - Throws: ``NetworkError``.
  public func fetchOrders() async throws -> [Order] {
    try await client.fetch([Order].self, from: ordersURL)
  }

  /// Writes a receipt.
  ///
  /// - Parameter order: The order.
  /// - Throws: What the file system throws.
  public func processOrder(_ order: Order) async throws {
    try FileManager.default.createDirectory(at: receipts, withIntermediateDirectories: true)
    // The id is from outside: as a file's name it has no separators, and is still another than all others.
    let name = order.id.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"]))
    let file = receipts.appendingPathComponent("\(name ?? "").json")
    try JSONEncoder().encode(order).write(to: file, options: .atomic)
  }
}

/// Has orders in memory, and notes which were processed.
public final class MockOrderService: OrderService {
  private let orders: [Order]
  private let done = Mutex<[Order]>([])

  /// Creates a service.
  ///
  /// - Parameter orders: The orders that it has.
  public init(orders: [Order] = Order.preview) {
    self.orders = orders
  }

  /// The orders that were processed.
  public var processed: [Order] { done.withLock(\.self) }

  /// Gives the orders.
  ///
  /// - Returns: The orders.
  public func fetchOrders() async throws -> [Order] { orders }

  /// Notes the order.
  ///
  /// - Parameter order: The order.
  /// - Throws: Nothing.
  public func processOrder(_ order: Order) async throws { done.withLock { $0.append(order) } }
}

/// Throws ``UnimplementedEndpoint`` from every endpoint.
public struct UnimplementedOrderService: OrderService {
  /// Creates the service.
  public init() {}

  /// Throws, always.
  ///
  /// - Returns: Nothing: it throws.
  /// - Throws: ``UnimplementedEndpoint``.
  public func fetchOrders() async throws -> [Order] {
    throw UnimplementedEndpoint("OrderService.fetchOrders")
  }

  /// Throws, always.
  ///
  /// - Parameter order: Ignored.
  /// - Throws: ``UnimplementedEndpoint``.
  public func processOrder(_ order: Order) async throws {
    throw UnimplementedEndpoint("OrderService.processOrder")
  }
}
