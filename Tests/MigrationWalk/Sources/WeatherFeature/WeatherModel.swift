// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Injection
import Observation
import WeatherClient

@MainActor @Observable public final class WeatherModel {
  @ObservationIgnored @Injected(\.weatherClient) private var weatherClient
  @ObservationIgnored @Injected({ $0[Units.self] }) private var units
  public private(set) var text = ""

  public init() {}

  public func load(_ city: String) async throws {
    let forecast = try await weatherClient.forecast(city: city)
    text = "\(forecast.city) \(forecast.celsius)\(units.degree)"
  }
}
