import Injection
import WeatherClient
import WeatherClientLive
import WeatherFeature

@main struct Weather {
  static func main() async throws {
    prepareInjectedValues { $0.registerWeatherClient() }
    try InjectedValues.verify([WeatherClientKey.self, Units.self])
    let model = WeatherModel()
    try await model.load("Oslo")
    print(model.text)
  }
}
