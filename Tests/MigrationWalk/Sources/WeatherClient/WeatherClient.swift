// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Injection

/// What a station says.
public struct Forecast: Sendable, Equatable {
  public var city: String
  public var celsius: Int

  public init(city: String, celsius: Int) {
    self.city = city
    self.celsius = celsius
  }
}

public struct WeatherClient: Sendable {
  public var forecast: @Sendable (_ city: String) async throws -> Forecast
  public var stations: @Sendable () -> [String]

  public init(
    forecast: @escaping @Sendable (_ city: String) async throws -> Forecast =
      unimplemented("WeatherClient.forecast"),
    stations: @escaping @Sendable () -> [String] =
      unimplemented("WeatherClient.stations", placeholder: [])
  ) {
    self.forecast = forecast
    self.stations = stations
  }

  public func forecast(city: String) async throws -> Forecast {
    try await forecast(city)
  }
}
