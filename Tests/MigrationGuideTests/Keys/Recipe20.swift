import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Testing

struct Weather: Sendable {
  var celsius: @Sendable () -> Int
}

enum WeatherKey: InjectedKey {
  static let liveValue = Weather { 7 }
  static let testValue = Weather { 0 }
}

extension InjectedValues {
  var weather: Weather {
    get { self[WeatherKey.self] }
    set { self[WeatherKey.self] = newValue }
  }
}

extension EnvironmentValues {
  var weather: Weather {
    get { injectedValues.weather }
    set { injectedValues.weather = newValue }
  }
}

enum Recipe20 {
  struct OldView: View {
    @Environment(\.weather) private var weather
    var body: some View { Text("old \(weather.celsius())°") }
  }

  struct NewView: View {
    @InjectedEnvironment(\.weather) private var weather
    var body: some View { Text("new \(weather.celsius())°") }
  }

  @MainActor final class WeatherModel: ObservableModel {
    @Injected(\.weather) private var weather
    var text: String { "model \(weather.celsius())°" }
  }

  struct ModelView: View {
    @InjectedModel({ WeatherModel() }) private var model
    var body: some View { Text(model.text) }
  }

  struct Page: View {
    var body: some View {
      OldView()
      NewView()
      ModelView()
    }
  }
}

@Suite("Recipe 20", .injected(.allowsLostReads)) @MainActor struct Recipe20Tests {
  @Test("A bridged key has one value for old and new readers: the nearest override of either form")
  func precedence() {
    let unset = TreeHost(Recipe20.Page())
    #expect(unset.outline == "Text \"old 0°\"\nText \"new 0°\"\nText \"model 0°\"")
    let old = TreeHost(
      Recipe20.Page()
        .environment(\.weather, Weather { 1 })
        .injectedValues { $0.weather = Weather { 2 } })
    #expect(old.outline == "Text \"old 1°\"\nText \"new 1°\"\nText \"model 1°\"")
    let new = TreeHost(
      Recipe20.Page()
        .injectedValues { $0.weather = Weather { 2 } }
        .environment(\.weather, Weather { 1 }))
    #expect(new.outline == "Text \"old 2°\"\nText \"new 2°\"\nText \"model 2°\"")
  }
}
