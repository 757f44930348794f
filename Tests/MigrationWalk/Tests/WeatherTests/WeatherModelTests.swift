import Injection
import InjectionTesting
import Testing
import WeatherClient
import WeatherClientLive
import WeatherFeature

/// Waits until its task is cancelled, like `Task.never()` of swift-concurrency-extras.
func never<Value>() async throws -> Value {
  for await _ in AsyncStream(Int.self, { _ in }) {}
  throw CancellationError()
}

@MainActor @Suite(.injected) struct WeatherModelTests {
  @Test(
    "shows the forecast",
    .injected { $0.weatherClient.forecast = { Forecast(city: $0, celsius: 7) } })
  func shows() async throws {
    let model = WeatherModel()
    try await model.load("Oslo")
    #expect(model.text == "Oslo 7°")
  }

  @Test("goes on showing what it had when a load is cancelled")
  func cancelled() async throws {
    let model = withInjectedValues {
      $0.weatherClient.forecast = { _ in try await never() }
    } operation: {
      WeatherModel()
    }
    let load = Task { try await model.load("Oslo") }
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(model.text == "")
  }

  @Test("An endpoint that a test does not give is an issue of that test")
  func unimplemented() async {
    let model = WeatherModel()
    await withKnownIssue {
      await #expect(throws: UnimplementedError.self) { try await model.load("Oslo") }
    } matching: {
      "\($0)".contains("WeatherClient.forecast")
    }
  }

  @Test("The live client is registered by its module, and found in the live context")
  func live() async throws {
    let model = try withInjectedValues {
      $0.context = .live
      $0.registerWeatherClient()
    } operation: {
      try InjectedValues.verify([WeatherClientKey.self, Units.self])
      return WeatherModel()
    }
    try await model.load("Seoul")
    #expect(model.text == "Seoul 17°C")
  }
}
