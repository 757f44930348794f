// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Injection

public enum WeatherClientKey: InjectedInterfaceKey {
  public static var testValue: WeatherClient { WeatherClient() }
  public static let previewValue = WeatherClient(
    forecast: { Forecast(city: $0, celsius: 21) }, stations: { ["Oslo", "Seoul"] })
}

extension InjectedValues {
  public var weatherClient: WeatherClient {
    get { self[WeatherClientKey.self] }
    set { self[WeatherClientKey.self] = newValue }
  }
}
