/// Says that an endpoint was called which `unimplemented` stands for.
public struct UnimplementedError: Error, Sendable {
  /// The endpoint's name, as it was given to `unimplemented`.
  public let endpoint: String
  private let place: SourcePlace
  /// What to write, where that is known.
  let mending: String?

  init(endpoint: String, mending: String? = nil, fileID: StaticString, line: UInt) {
    self.endpoint = endpoint
    self.mending = mending
    self.place = SourcePlace(fileID, line)
  }

  /// The file that made the endpoint, as in `App/LandmarkService.swift`.
  public var fileID: String { place.fileID }

  /// The line that made the endpoint.
  public var line: UInt { place.lineNumber }
}

extension UnimplementedError: CustomStringConvertible {
  /// A sentence that names the endpoint and where it was made.
  public var description: String { "\(endpoint), made at \(place), is not implemented." }
}
