// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Dependencies
import Injection
import WeatherClient

extension DependencyValues {
  public var weatherClient: WeatherClient {
    get { self[bridged: WeatherClientKey.self] }
    set { self[bridged: WeatherClientKey.self] = newValue }
  }
}
