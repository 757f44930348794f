import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import Observation
import Testing

// What the guide shows, word for word, in functions that run it.

struct CounterView: View {
  @State private var count = 0
  var body: some View {
    VStack {
      Text("Count \(count)")
      Button("More") { count += 1 }
    }
  }
}

struct WeatherView: View {
  let load: @MainActor @Sendable () async -> String
  @State private var weather: String?
  var body: some View {
    Group {
      if let weather { Text(weather) } else { ProgressView() }
    }
    .task { weather = await load() }
  }
}

enum UnitKey: EnvironmentKey {
  static let defaultValue = "°C"
}

extension EnvironmentValues {
  var unit: String {
    get { self[UnitKey.self] }
    set { self[UnitKey.self] = newValue }
  }
}

struct DegreesView: View {
  let degrees: Int
  @Environment(\.unit) private var unit
  var body: some View { Text("\(degrees)\(unit)") }
}

@MainActor final class Session: ObservableModel {
  @Observed var name = "Ada"
  @Observed var unread = 0
}

struct DashboardView: View {
  let session: Session
  var body: some View {
    NameView(session: session)
    DegreesView(degrees: 20)
  }
}

struct NameView: View {
  let session: Session
  var body: some View { Text(session.name) }
}

struct SummaryView: View {
  let session: Session
  var body: some View { Text("\(session.name): \(session.unread)") }
}

struct Forecasts: Sendable, Equatable {
  var tomorrow: String
}

enum ForecastsKey: InjectedKey {
  static var liveValue: Forecasts { Forecasts(tomorrow: "rain") }
  static var testValue: Forecasts { liveValue }
}

extension InjectedValues {
  var forecasts: Forecasts {
    get { self[ForecastsKey.self] }
    set { self[ForecastsKey.self] = newValue }
  }
}

struct ForecastView: View {
  @InjectedEnvironment(\.forecasts) private var forecasts
  var body: some View { Text(forecasts.tomorrow) }
}

@MainActor final class ForecastModel: ObservableModel {
  @Injected(\.forecasts) var forecasts
  var title: String { "Tomorrow: \(forecasts.tomorrow)" }
}

struct ForecastScreen: View {
  @InjectedModel({ ForecastModel() }) private var model
  var body: some View { Text(model.title) }
}

enum UserNameKey: InjectedKey {
  static var liveValue: String { "nobody" }
  static var testValue: String { liveValue }
}

extension InjectedValues {
  var userName: String {
    get { self[UserNameKey.self] }
    set { self[UserNameKey.self] = newValue }
  }
}

@MainActor final class LoginModel: ObservableModel, Observable {
  private let services = InjectedValues.current
  @Observed private(set) var session: InjectedSession?

  func logIn(as user: String) {
    session = services.run { InjectedSession { $0.userName = user } }
  }
}

struct LoginView: View {
  @InjectedModel({ LoginModel() }) private var model
  var body: some View {
    if let session = model.session {
      AccountView().injectedValues(session.run { .current })
    } else {
      Button("Log in") { model.logIn(as: "Ada") }
    }
  }
}

struct AccountView: View {
  @InjectedEnvironment(\.userName) private var userName
  @InjectedEnvironment(\.forecasts) private var forecasts
  var body: some View { Text("\(userName): \(forecasts.tomorrow)") }
}

@Suite("The guide's examples on trees") @MainActor struct DocumentationExamples {
  @Test("Mounting")
  func mounting() throws {
    let host = TreeHost(CounterView())
    host.tap("More")
    #expect(
      host.outline == """
        VStack
          Text "Count 1"
          Button "More"
        """)
    #expect(try host.find("More").kind == "Button")
    #expect(try host.all("Count").map(\.label) == ["Count 1"])
  }

  @Test("A screen")
  func screen() throws {
    let host = TreeHost(
      List(0..<1_000, id: \.self) { Text("Row \($0)") }, size: CGSize(width: 390, height: 440))
    #expect(try host.all("Row").count == 10)
    host.scroll(by: 3)
    #expect(try host.all("Row").first?.label == "Row 3")
  }

  @Test("Waiting")
  func waiting() async {
    let host = TreeHost(WeatherView { "sunny" })
    #expect(host.outline == "ProgressView")
    await host.settle()
    #expect(host.outline == "Text \"sunny\"")
  }

  @Test("The environment")
  func environment() {
    let host = TreeHost {
      DegreesView(degrees: 20)
      DegreesView(degrees: 68).environment(\.unit, "°F")
    }
    #expect(host.outline == "Text \"20°C\"\nText \"68°F\"")
  }

  @Test("What runs again")
  func evaluations() async {
    let session = Session()
    let host = TreeHost(DashboardView(session: session))
    host.resetEvaluations()
    session.name = "Grace"
    await host.settle()
    #expect(host.evaluations.counts == ["NameView": 1])
    #expect(host.evaluations.causes(of: "NameView") == [.observation("Session.name")])
  }

  @Test("What runs again for several reasons")
  func causes() async {
    let session = Session()
    session.name = "Grace"
    let host = TreeHost(SummaryView(session: session))
    host.resetEvaluations()
    batchUpdates {
      session.name = "Ada"
      session.unread = 2
    }
    await host.settle()
    #expect(
      host.evaluations.causes(of: "SummaryView") == [
        .observation("Session.name"), .observation("Session.unread"),
      ])
  }

  @Test("Injection in a tree")
  func injection() {
    let host = TreeHost(
      ForecastView()
        .injectedValues { $0.forecasts.tomorrow = "snow" })
    #expect(host.outline == "Text \"snow\"")
    let model = TreeHost(
      ForecastScreen()
        .injectedValues { $0.forecasts.tomorrow = "snow" })
    #expect(model.outline == "Text \"Tomorrow: snow\"")
  }

  @Test("A session in a tree")
  func session() async {
    let host = TreeHost(LoginView().injectedValues { $0.forecasts.tomorrow = "snow" })
    host.tap("Log in")
    await host.settle()
    #expect(host.outline == "Text \"Ada: snow\"")
  }
}
