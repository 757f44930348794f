/// The answer to a request for all landmarks: `{"items": [ … ]}`.
public struct LandmarkListApiResponse: Sendable, Hashable, Codable {
  /// The places, in the server's order.
  public var items: [LandmarkApiModel]

  /// Creates an answer.
  ///
  /// - Parameter items: The places, in order.
  public init(items: [LandmarkApiModel]) {
    self.items = items
  }

  /// The places that the app understands, and what it left out.
  ///
  /// Ids are unique in the result: of two places with one id, the first is kept.
  ///
  /// - Complexity: O(*n*) in the number of items.
  public var list: LandmarkList {
    var list = LandmarkList()
    var seen: Set<String> = []
    for (index, item) in items.enumerated() {
      if let landmark = item.domainModel, seen.insert(landmark.id).inserted {
        list.landmarks.append(landmark)
      } else {
        let problem = item.problem ?? "an id that an earlier item has"
        list.omissions.append("items[\(index)] \"\(item.id)\": \(problem)")
      }
    }
    return list
  }
}
