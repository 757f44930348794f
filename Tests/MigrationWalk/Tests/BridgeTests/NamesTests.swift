import Dependencies
import FactoryKit
import Injection
import InjectionTesting
import Testing
import WeatherClient

extension Container {
  var city: String { "Oslo" }
}

/// Converted in part, in a file that imports all.
struct Board {
  @Injection.Injected(\.weatherClient) var weatherClient
  @FactoryKit.Injected(\.city) var city
}

@Suite("Names that other containers have too")
struct NamesTests {
  @Test("The module tells the two apart, where one file imports both", .injected)
  func names() {
    let values = InjectedValues.current.overriding {
      $0.weatherClient.stations = Injection.unimplemented("stations", placeholder: ["none"])
    }
    let board = values.run { Board() }
    #expect(board.city == "Oslo")
    var stations: [String] = []
    withKnownIssue {
      stations = board.weatherClient.stations()
    }
    #expect(stations == ["none"])
  }
}
