public import Foundation

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
    // The id is from outside: as a file's name it has no separators.
    let name = order.id.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    let file = receipts.appendingPathComponent("\(name).json")
    try JSONEncoder().encode(order).write(to: file, options: .atomic)
  }
}
