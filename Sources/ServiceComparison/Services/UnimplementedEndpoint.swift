/// The error of an endpoint that a variant of a service leaves out.
///
/// It is thrown, not trapped on, so that one test that forgot an override fails alone and the rest
/// of the run goes on.
public struct UnimplementedEndpoint: Error, Hashable, CustomStringConvertible {
  /// The endpoint's name, with its service's.
  public let name: String

  /// Creates the error.
  ///
  /// - Parameter name: The endpoint's name, such as `"LandmarkService.fetchLandmark"`.
  public init(_ name: String) {
    self.name = name
  }

  /// One line that names the endpoint and what to do.
  public var description: String { "\(name) is unimplemented here: override it in this scope" }
}
