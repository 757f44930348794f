extension NetworkClient {
  /// The client that throws ``UnimplementedEndpoint`` whatever the address.
  public static let unimplemented = NetworkClient { _ in
    throw UnimplementedEndpoint("NetworkClient.data(from:)")
  }
}
