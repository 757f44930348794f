import ComposableArchitecture
import DependenciesBridge
import Injection
import InjectionTesting
import Testing
import WeatherClient
import WeatherFeature

struct Forecasts: Reducer {
  struct State {
    var stations: [String] = []
    var detail: WeatherModel?
    var celsius: Int?
  }

  enum Action {
    case opened, asked, looked
    case heard(Int)
  }

  @Dependency(\.weatherClient) private var weatherClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .opened:
      state.stations = weatherClient.stations()
      state.detail = withInjectedValues {
        $0.adopt(WeatherClientKey.self)
      } operation: {
        WeatherModel()
      }
      return .none
    case .asked:
      return .run { [weatherClient] send in
        guard let forecast = try? await weatherClient.forecast(city: "Oslo") else { return }
        await send(.heard(forecast.celsius))
      }
    case .looked:
      return .run { send in
        let celsius = try? await withInjectedValues {
          $0.adopt(WeatherClientKey.self)
        } operation: {
          try await injected(\.almanac).celsius("Oslo")
        }
        if let celsius { await send(.heard(celsius)) }
      }
    case .heard(let celsius):
      state.celsius = celsius
      return .none
    }
  }
}

/// A service that asks another one of the container's whenever it is called.
struct Almanac: Sendable {
  var celsius: @Sendable (_ city: String) async throws -> Int
}

enum AlmanacKey: InjectedKey {
  static let liveValue = Almanac { city in
    try await injected(\.weatherClient).forecast(city: city).celsius
  }
  static var testValue: Almanac { liveValue }
}

extension InjectedValues {
  var almanac: Almanac {
    get { self[AlmanacKey.self] }
    set { self[AlmanacKey.self] = newValue }
  }
}

extension WeatherClient {
  static func stub(_ celsius: Int) -> WeatherClient {
    WeatherClient(
      forecast: { Forecast(city: $0, celsius: celsius) }, stations: { ["\(celsius)"] })
  }
}

@MainActor @Suite(.injected) struct BridgeTests {
  @Test("A reducer reads the container, as its overrides are where it is sent an action")
  func containerToStore() async {
    let store = Store(initialState: Forecasts.State()) { Forecasts() }
    await withInjectedValues {
      $0.weatherClient = .stub(5)
    } operation: {
      await store.send(.asked).value
      await store.send(.opened).value
    }
    #expect(store.state.celsius == 5)
    #expect(store.state.stations == ["5"])
  }

  @Test("What a store overrides wins for its reducers, and models that they make adopt it")
  func storeToContainer() async throws {
    let store = Store(initialState: Forecasts.State()) {
      Forecasts()
    } withDependencies: {
      $0.weatherClient = .stub(9)
    }
    try await withInjectedValues {
      $0.weatherClient = .stub(5)
    } operation: {
      await store.send(.asked).value
      await store.send(.opened).value
      #expect(store.state.celsius == 9)
      try await store.state.detail?.load("Oslo")
    }
    #expect(store.state.detail?.text == "Oslo 9°")
  }

  @Test("A service of the container has what the store overrides where an effect adopts it")
  func adopted() async {
    let store = Store(initialState: Forecasts.State()) {
      Forecasts()
    } withDependencies: {
      $0.weatherClient = .stub(9)
    }
    await withInjectedValues {
      $0.weatherClient = .stub(5)
    } operation: {
      await store.send(.looked).value
    }
    #expect(store.state.celsius == 9)
  }

  @Test("One endpoint that a store overrides leaves the others as the container has them")
  func endpoint() async {
    await withInjectedValues {
      $0.weatherClient = .stub(5)
    } operation: {
      let store = Store(initialState: Forecasts.State()) {
        Forecasts()
      } withDependencies: {
        $0.weatherClient.forecast = { Forecast(city: $0, celsius: 9) }
      }
      await store.send(.asked).value
      await store.send(.opened).value
      #expect(store.state.celsius == 9)
      #expect(store.state.stations == ["5"])
    }
  }

  @Test("A store that is made in a scope and used outside is handed what it is to keep")
  func handed() async {
    let store = withInjectedValues {
      $0.weatherClient = .stub(5)
    } operation: {
      Store(initialState: Forecasts.State()) {
        Forecasts()
      } withDependencies: {
        $0.weatherClient = injected(\.weatherClient)
      }
    }
    await store.send(.asked).value
    #expect(store.state.celsius == 5)
  }
}
