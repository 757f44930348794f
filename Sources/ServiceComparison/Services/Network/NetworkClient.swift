public import Foundation
public import Injection

/// Gets the data at an address: a closure-based service with one endpoint.
///
/// The variants are ``live`` (HTTP), ``files``, ``bundled``, ``unimplemented``, and
/// ``routing(_:)``, which joins others.
public struct NetworkClient: Sendable {
  /// Gets the data at an address.
  ///
  /// This is the closure to replace; callers use ``data(from:)``, which also notes the request.
  public var load: @Sendable (_ url: URL) async throws -> Data

  /// Creates a client.
  ///
  /// - Parameter load: Gets the data at an address, or throws, preferably a ``NetworkError``.
  public init(load: @escaping @Sendable (_ url: URL) async throws -> Data) {
    self.load = load
  }

  /// Gets the data at an address.
  ///
  /// - Parameter url: The address.
  /// - Returns: The data, whole.
  /// - Throws: What ``load`` throws: a ``NetworkError`` from the variants of this module, or
  ///   `CancellationError` where the task was cancelled.
  public func data(from url: URL) async throws -> Data {
    RequestLog.current?.record(url)
    return try await load(url)
  }

  /// Gets a value that is written as JSON at an address.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - url: The address.
  /// - Returns: The value.
  /// - Throws: What ``data(from:)`` throws, and ``NetworkError/malformed(_:path:reason:)`` where
  ///   the data is not JSON or has not the type's shape.
  public func fetch<T: Decodable>(_ type: T.Type, from url: URL) async throws -> T {
    let data = try await data(from: url)
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw NetworkError(error, decoding: data, from: url)
    }
  }
}

/// The key of the network client.
public enum NetworkClientKey: InjectedKey {
  /// Real HTTP, and the bundled documents; see ``NetworkClient/standard``.
  public static var liveValue: NetworkClient { .standard }
  /// The client that throws: no test reaches a network by accident.
  public static var testValue: NetworkClient { .unimplemented }
  /// The bundled documents only.
  public static var previewValue: NetworkClient { .bundled }
}

extension InjectedValues {
  /// What carries the requests of the live services.
  public var networkClient: NetworkClient {
    get { self[NetworkClientKey.self] }
    set { self[NetworkClientKey.self] = newValue }
  }
}
