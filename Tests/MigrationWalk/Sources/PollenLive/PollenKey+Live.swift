// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Injection
import WeatherClient

extension PollenKey: InjectedKey {
  public static let liveValue = Pollen { 3 }
}
