/// Landmarks, with an account of the items that could not become one.
public struct LandmarkList: Sendable, Hashable {
  /// The places, in the source's order.
  public var landmarks: [Landmark]
  /// One line for each item that was left out: where it stands, its id, and why.
  public var omissions: [String]

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - landmarks: The places, in order.
  ///   - omissions: One line for each item that was left out.
  public init(landmarks: [Landmark] = [], omissions: [String] = []) {
    self.landmarks = landmarks
    self.omissions = omissions
  }
}
