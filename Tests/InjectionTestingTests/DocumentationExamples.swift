import Dispatch
import Injection
import InjectionTesting
import Synchronization
import Testing

// What the guide shows, word for word, in tests that run it.

struct Weather: Sendable {
  var celsius: @Sendable (_ city: String) async throws -> Int
}

enum WeatherKey: InjectedKey {
  static let liveValue = Weather { city in try await WeatherService.shared.fetch(city) }
  static let testValue = Weather(celsius: unimplemented("Weather.celsius"))
}

extension InjectedValues {
  var weather: Weather {
    get { self[WeatherKey.self] }
    set { self[WeatherKey.self] = newValue }
  }
}

final class Visits: Sendable {
  private let count = Mutex(0)
  @discardableResult
  func note() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

enum VisitsKey: InjectedKey {
  static var liveValue: Visits { Visits() }
  static var testValue: Visits { Visits() }
}

extension InjectedValues {
  var visits: Visits {
    get { self[VisitsKey.self] }
    set { self[VisitsKey.self] = newValue }
  }
}

actor WeatherService {
  static let shared = WeatherService()
  func fetch(_ city: String) async throws -> Int { city.count }
}

@MainActor final class WeatherModel {
  @Injected(\.weather) var weather
  @Injected(\.visits) var visits
  var text = ""

  func load(_ city: String) async {
    let visit = visits.note()
    do {
      text = try await "\(visit): \(city) \(weather.celsius(city))°"
    } catch {
      text = "\(visit): no weather"
    }
  }
}

@MainActor @Suite("The guide: tests")
struct WeatherModelTests {
  @Test("shows the weather", .injected { $0.weather.celsius = { _ in 21 } })
  func loads() async {
    let model = WeatherModel()
    await model.load("Oslo")
    #expect(model.text == "1: Oslo 21°")
  }

  @Test("counts visits from one, whatever other tests do", .injected, arguments: ["Oslo", "Rome"])
  func visits(city: String) {
    #expect(WeatherModel().visits.note() == 1)
  }

  @Test("One key and its value", .injected(\.visits, Visits()))
  func visit() {
    #expect(injected(\.visits).note() == 1)
  }

  @Test("try await stands before the expectation")
  func expectation() async throws {
    try await withInjectedValues {
      $0.weather.celsius = { _ in 3 }
    } operation: {
      try await #expect(injected(\.weather).celsius("Oslo") == 3)
    }
  }

  @Test(
    "An update may wait, and throw",
    .injected { values in
      let degrees = try await Fixture.degrees()
      values.weather.celsius = { _ in degrees }
    })
  func fixture() async {
    let model = WeatherModel()
    await model.load("Rome")
    #expect(model.text == "1: Rome 30°")
  }
}

@Suite("The guide: a suite", .injected { $0.weather.celsius = { _ in 15 } })
@MainActor struct WeatherSuiteTests {
  let model = WeatherModel()

  @Test func loads() async {
    await model.load("Oslo")
    #expect(model.text == "1: Oslo 15°")
  }

  @Test(.injected { $0.weather.celsius = { _ in throw Offline() } })
  func offline() async {
    await model.load("Oslo")
    #expect(model.text == "1: no weather")
  }
}

@Suite("The guide: no scope keeps itself alive", .injected(.findsScopeCycles))
struct TidyTests {
  @Test func model() async {
    await withInjectedValues {
      $0.visits = Visits()
    } operation: {
      #expect(await WeatherModel().visits.note() == 1)
    }
  }
}

private enum Fixture {
  static func degrees() async throws -> Int { 30 }
}

private struct Offline: Error {}

@MainActor @Suite("The guide: exhaustive scopes, and what is carried")
struct WeatherScopeTests {
  @Test(
    "reads what it overrides, and nothing else",
    .injected(.exhaustive) {
      $0.weather.celsius = { _ in 21 }
      $0.visits = Visits()
    })
  func exhaustive() async {
    let model = WeatherModel()
    await model.load("Oslo")
    #expect(model.text == "1: Oslo 21°")
  }

  @Test("a part of a test")
  func part() async {
    let model = await withInjectedValues(.exhaustive) {
      $0.weather.celsius = { _ in 21 }
      $0.visits = Visits()
    } operation: {
      let model = WeatherModel()
      await model.load("Oslo")
      return model
    }
    #expect(model.text == "1: Oslo 21°")
  }

  @Test("carries the scope where task-locals do not reach", .injected { $0.visits = Visits() })
  func carried() async {
    let values = InjectedValues.current
    let visit = InjectedValues.propagating { injected(\.visits).note() }
    let first = await Task.detached { values.run { injected(\.visits).note() } }.value
    let second = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: visit()) }
    }
    #expect(first == 1)
    #expect(second == 2)
  }

  @Test("A read that is lost on purpose", .injected(.allowsLostReads) { $0.visits = Visits() })
  func background() async {
    injected(\.visits).note()
    let elsewhere = await Task.detached { injected(\.visits) }.value
    #expect(elsewhere !== injected(\.visits))
  }

  @Test("An expected issue is a known issue")
  func expected() async {
    await withKnownIssue {
      _ = try? await injected(\.weather).celsius("Oslo")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Weather.celsius was called") }
    }
  }
}

#if canImport(XCTest)
  import XCTest

  final class WeatherXCTests: InjectedTestCase {
    override func inject(into values: inout InjectedValues) throws {
      values.weather.celsius = { _ in 18 }
    }

    @MainActor func testLoads() async {
      let model = WeatherModel()
      await model.load("Oslo")
      XCTAssertEqual(model.text, "1: Oslo 18°")
    }
  }
#endif
