import Foundation
import ServiceComparison
import Testing

@Suite("The bundled data")
struct LandmarkDataTests {
  private let items: [LandmarkApiModel]

  init() throws {
    let data = BundledResource.landmarks.data
    items = try JSONDecoder().decode(LandmarkListApiResponse.self, from: data).items
  }

  @Test("It has at least 14 places, and each becomes a landmark")
  func everyItemIsUnderstood() {
    let list = LandmarkListApiResponse(items: items).list
    #expect(list.landmarks.count >= 14)
    #expect(list.landmarks.count == items.count)
    #expect(list.omissions == [])
  }

  @Test("Ids are unique, and fit for a URL")
  func idsAreUnique() {
    #expect(Set(items.map(\.id)).count == items.count)
    for item in items {
      #expect(!item.id.isEmpty && item.id.allSatisfy { "abcdefghijklmnopqrstuvwxyz-".contains($0) })
    }
  }

  @Test("Every place has a name, a country and a known category")
  func fieldsAreFilled() {
    for item in items {
      #expect(!item.name.isEmpty)
      #expect(!item.country.isEmpty)
      #expect(Landmark.Category(rawValue: item.category) != nil, "\(item.id)")
    }
    #expect(Set(items.map(\.category)) == Set(Landmark.Category.allCases.map(\.rawValue)))
  }

  @Test("Coordinates are written to at least four decimals")
  func coordinatesArePrecise() throws {
    let text = String(decoding: BundledResource.landmarks.data, as: UTF8.self)
    let numbers = text.matches(of: /"(?:latitude|longitude)": -?\d+\.(\d+)/)
    #expect(numbers.count == 2 * items.count)
    #expect(numbers.allSatisfy { $0.output.1.count >= 4 })
  }

  @Test("Each place stands in its own country, by a box around it")
  func coordinatesArePlausible() throws {
    for item in items {
      let box = try #require(Self.boxes[item.country], "\(item.country)")
      #expect(box.latitudes.contains(item.latitude), "\(item.id)")
      #expect(box.longitudes.contains(item.longitude), "\(item.id)")
    }
  }

  @Test("No two places are at one point")
  func coordinatesAreDistinct() {
    #expect(Set(items.compactMap { $0.domainModel?.coordinate }).count == items.count)
  }

  @Test("The bundled user decodes")
  func userDecodes() throws {
    let user = try JSONDecoder().decode(User.self, from: BundledResource.user.data)
    #expect(!user.id.isEmpty && !user.name.isEmpty && user.email.contains("@"))
  }

  @Test("A bundled document's address names it", arguments: BundledResource.allCases)
  func addresses(_ resource: BundledResource) {
    #expect(resource.url.absoluteString == "bundle:///\(resource.rawValue)")
  }

  private static let boxes:
    [String: (latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>)] = [
      "Australia": (-43.7 ... -10.6, 113.1...153.7),
      "Brazil": (-33.8...5.3, -74.0 ... -34.7),
      "Cambodia": (10.4...14.7, 102.3...107.7),
      "Egypt": (22.0...31.7, 24.7...36.9),
      "France": (42.3...51.1, -4.8...8.3),
      "India": (8.0...35.5, 68.1...97.4),
      "Italy": (36.6...47.1, 6.6...18.6),
      "Japan": (30.0...45.6, 129.4...145.9),
      "Jordan": (29.1...33.4, 34.9...39.4),
      "Peru": (-18.4 ... -0.0, -81.4 ... -68.6),
      "South Korea": (33.1...38.7, 125.9...129.6),
      "Spain": (36.0...43.8, -9.4...3.4),
      "Turkey": (35.8...42.1, 25.6...44.8),
      "United States": (24.5...49.4, -125.0 ... -66.9),
      "Zimbabwe": (-22.5 ... -15.6, 25.2...33.1),
    ]
}
