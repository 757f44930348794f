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
