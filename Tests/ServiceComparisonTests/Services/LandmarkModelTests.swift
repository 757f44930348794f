import Foundation
import ServiceComparison
import Testing

@Suite("The wire's model and the app's")
struct LandmarkModelTests {
  private static let valid = LandmarkApiModel(
    id: "a", name: "A", category: "nature", country: "Nowhere", latitude: 1, longitude: 2)

  @Test("A valid item becomes a landmark, field by field")
  func mapping() throws {
    var item = Self.valid
    item.isFeatured = true
    let coordinate = try #require(Landmark.Coordinate(latitude: 1, longitude: 2))
    #expect(
      item.domainModel
        == Landmark(
          id: "a", name: "A", category: .nature, country: "Nowhere", coordinate: coordinate,
          isFeatured: true))
    #expect(item.problem == nil)
  }

  @Test("An item without isFeatured is not featured")
  func featuredIsOptional() throws {
    let json = #"""
      {"id": "a", "name": "A", "category": "nature", "country": "N", "latitude": 1, "longitude": 2}
      """#
    let item = try JSONDecoder().decode(LandmarkApiModel.self, from: Data(json.utf8))
    #expect(item.domainModel?.isFeatured == false)
  }

  @Test("An unknown category has no landmark, and says why")
  func unknownCategory() {
    var item = Self.valid
    item.category = "lighthouse"
    #expect(item.domainModel == nil)
    #expect(item.problem == #"unknown category "lighthouse""#)
  }

  @Test(
    "A point that is not on the globe is no coordinate",
    arguments: [(90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity)])
  func coordinates(latitude: Double, longitude: Double) {
    #expect(Landmark.Coordinate(latitude: latitude, longitude: longitude) == nil)
    var item = Self.valid
    (item.latitude, item.longitude) = (latitude, longitude)
    #expect(item.domainModel == nil)
    #expect(item.problem?.hasPrefix("no such coordinate") == true)
  }

  @Test("The edges of the globe are coordinates")
  func edges() {
    #expect(Landmark.Coordinate(latitude: 90, longitude: -180) != nil)
    #expect(Landmark.Coordinate(latitude: -90, longitude: 180) != nil)
  }

  @Test("A list keeps the order, leaves out what is wrong, and accounts for it")
  func list() {
    var unknown = Self.valid
    (unknown.id, unknown.category) = ("b", "lighthouse")
    var nameless = Self.valid
    nameless.id = ""
    var last = Self.valid
    last.id = "c"
    let list = LandmarkListApiResponse(items: [Self.valid, unknown, Self.valid, nameless, last])
      .list
    #expect(list.landmarks.map(\.id) == ["a", "c"])
    #expect(
      list.omissions == [
        #"items[1] "b": unknown category "lighthouse""#,
        #"items[2] "a": an id that an earlier item has"#,
        #"items[3] "": an empty id"#,
      ])
  }

  @Test("The sample for mocks is valid")
  func sample() {
    #expect(LandmarkListApiResponse(items: LandmarkApiModel.mockApiResponse).list.omissions == [])
    #expect(LandmarkApiModel.mockApiResponse.count == 3)
  }
}
