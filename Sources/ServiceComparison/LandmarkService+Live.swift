public import Foundation

extension LandmarkService {
  /// Makes a service that asks a server for `landmarks` below a base address.
  ///
  /// - Parameters:
  ///   - client: What carries the requests; errors of its calls reach the endpoints' callers.
  ///   - baseURL: The server's address; the list is at `landmarks` below it.
  /// - Returns: A service with an empty store of its own; each endpoint makes one request.
  public static func live(client: NetworkClient, baseURL: URL) -> LandmarkService {
    live(client: client, listURL: baseURL.appendingPathComponent("landmarks"))
  }

  /// Makes a service that reads the list of landmarks at an address, such as that of a file.
  ///
  /// - Parameters:
  ///   - client: What carries the requests; errors of its calls reach the endpoints' callers.
  ///   - listURL: The address of the list itself.
  /// - Returns: A service with an empty store of its own; each endpoint makes one request.
  public static func live(client: NetworkClient, listURL: URL) -> LandmarkService {
    .listing { try await client.fetch(LandmarkListApiResponse.self, from: listURL).list }
  }
}
