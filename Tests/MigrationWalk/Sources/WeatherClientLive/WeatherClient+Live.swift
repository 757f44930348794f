// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Injection
import WeatherClient

extension WeatherClient {
  static func live() -> WeatherClient {
    let stations = ["Oslo": 4, "Seoul": 17]
    return WeatherClient { city in
      guard let celsius = stations[city] else { throw NoStation(city: city) }
      return Forecast(city: city, celsius: celsius)
    } stations: {
      stations.keys.sorted()
    }
  }
}

struct NoStation: Error {
  let city: String
}

extension InjectedValues {
  public mutating func registerWeatherClient() {
    register(WeatherClientKey.self) { .live() }
  }
}
