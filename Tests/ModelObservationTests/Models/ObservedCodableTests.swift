import Foundation
import ModelObservation
import Testing

@Suite("@Observed and Codable") struct ObservedCodableTests {
  final class Profile: ObservableModel, Codable {
    @Observed var name = ""
    @Observed var nickname: String?
    @Observed var tags: [String] = []
  }

  @Test("A model is coded as a class with plain properties is")
  func roundTrip() throws {
    let profile = Profile()
    profile.name = "Ada"
    profile.nickname = "A"
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(profile)
    #expect(String(decoding: data, as: UTF8.self) == #"{"name":"Ada","nickname":"A","tags":[]}"#)
    let copy = try JSONDecoder().decode(Profile.self, from: data)
    #expect(copy.name == "Ada")
    #expect(copy.nickname == "A")
  }

  final class Post: ObservableModel, Codable, Equatable {
    @Observed var link = URL(string: "https://example.com/a")
    @Observed var home = URL(filePath: "/home")
    @Observed var date = Date(timeIntervalSince1970: 0)
    @Observed var data = Data([1, 2])
    @Observed var price = Decimal(3)
    @Observed var counts = ["aKey": 1]
    @Observed var author = Profile()

    static func == (one: Post, other: Post) -> Bool {
      one.link == other.link && one.home == other.home && one.date == other.date
        && one.data == other.data && one.price == other.price && one.counts == other.counts
        && one.author.name == other.author.name
    }
  }

  struct PlainPost: Codable {
    var link = URL(string: "https://example.com/a")
    var home = URL(filePath: "/home")
    var date = Date(timeIntervalSince1970: 0)
    var data = Data([1, 2])
    var price = Decimal(3)
    var counts = ["aKey": 1]
    var author = Profile()
  }

  @Test("What a coder treats in a way of its own is coded as in a plain property")
  func strategies() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let data = try encoder.encode(Post())
    let plain = try encoder.encode(PlainPost())
    #expect(String(decoding: data, as: UTF8.self) == String(decoding: plain, as: UTF8.self))
    let copy = try decoder.decode(Post.self, from: plain)
    #expect(copy == Post())
  }

  @Test("An optional key may be missing, and is left out where it is nil")
  func missingKey() throws {
    let json = Data(#"{"name":"Ada","tags":["x"]}"#.utf8)
    let profile = try JSONDecoder().decode(Profile.self, from: json)
    #expect(profile.nickname == nil)
    let again = try JSONEncoder().encode(profile)
    #expect(!String(decoding: again, as: UTF8.self).contains("nickname"))
  }

  @Test("A key that is not optional must be there")
  func requiredKey() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Profile.self, from: Data(#"{"name":"Ada"}"#.utf8))
    }
  }

  final class Slider: ObservableModel, Codable {
    @Observed(didSet: Slider.clamp) var value = 1
    private func clamp() { if value > 9 { value = 9 } }
    private enum CodingKeys: CodingKey { case value }

    init() {}

    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
    }
  }

  @Test("A model that decodes the value, not the wrapper, keeps the wrapper's action")
  func action() throws {
    let data = try JSONEncoder().encode(Slider())
    let copy = try JSONDecoder().decode(Slider.self, from: data)
    copy.value = 20
    #expect(copy.value == 9)
  }

  @Test("A decoded model is observed like any other")
  func observed() throws {
    let profile = try JSONDecoder().decode(
      Profile.self, from: Data(#"{"name":"Ada","tags":[]}"#.utf8))
    var seen: [String] = []
    let token = observe { seen.append(profile.name) }
    profile.name = "Bob"
    #expect(seen == ["Ada", "Bob"])
    token.cancel()
  }
}
