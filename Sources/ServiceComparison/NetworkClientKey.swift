public import Injection

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
