import EnvironmentTree
import Foundation
import ModelObservation
import TestSupport
import Testing

private final class Service {
  let name: String
  init(_ name: String) {
    self.name = name
  }
}

private enum NumberKey<T>: EnvironmentKey {
  static var defaultValue: Int { -1 }
}

private struct NameText: View {
  static let place = "\(#fileID):\(#line + 1)"
  @Environment(\.name) var name
  var body: some View { Text(name) }
}

private struct ServiceText: View {
  @Environment(Service.self) var service
  var body: some View { Text(service.name) }
}

private struct OptionalServiceText: View {
  @Environment(Service.self) var service: Service?
  var body: some View { Text(service?.name ?? "none") }
}

private struct Whole: View {
  @Environment(\.self) var environment
  var body: some View { Text(environment.name) }
}

/// Re-evaluates when tapped, and says how often it has.
private struct Turning<Content: View>: View {
  @State private var turn = 0
  @ViewBuilder let content: (Int) -> Content
  var body: some View {
    Button("Turn") { turn += 1 }
    content(turn)
  }
}

@Suite("Environment") @MainActor struct EnvironmentTests {
  @Test("A view that another one has replaced below an equal value goes, with what it has")
  func replacedView() async {
    final class Model {}
    struct Detail: View {
      let model: Model
      var body: some View { Text("detail") }
    }
    struct Screen: View {
      @State var model: Model?
      let next: () -> Model
      var body: some View {
        if let model { Detail(model: model).environment(\.name, "here") }
        Button("next") { model = next() }
      }
    }
    weak var first: Model?
    let host = TreeHost(
      Screen {
        let model = Model()
        if first == nil { first = model }
        return model
      })
    host.tap("next")
    #expect(first != nil)
    host.tap("next")
    await host.settle()
    #expect(first == nil)
  }

  @Test("The nearest override wins, and siblings do not see it")
  func nearest() {
    let host = TreeHost {
      NameText()
      Group {
        NameText()
        NameText().environment(\.name, "inner")
      }
      .environment(\.name, "outer")
    }
    #expect(host.outline == "Text \"default\"\nText \"outer\"\nText \"inner\"")
  }

  @Test("Of two overrides on one view the inner one wins")
  func order() {
    let host = TreeHost(NameText().environment(\.name, "inner").environment(\.name, "outer"))
    #expect(host.outline == "Text \"inner\"")
  }

  @Test("A transform sees the value from above, and follows it")
  func transform() {
    let host = TreeHost(
      Turning { turn in
        Group {
          NameText().transformEnvironment(\.name) { $0 += "!" }
        }
        .environment(\.name, "turn \(turn)")
      })
    host.tap("Turn")
    #expect(host.outline.hasSuffix("Text \"turn 1!\""))
  }

  @Test("An override that goes from a view far above reaches readers whose parents do not change")
  func reachesReaders() {
    struct Wrapper: View {
      var body: some View { NameText() }
    }
    let host = TreeHost(Turning { Wrapper().environment(\.name, "\($0)") })
    host.resetEvaluations()
    host.tap("Turn")
    #expect(host.outline.hasSuffix("Text \"1\""))
    #expect(host.evaluations[Wrapper.self] == 0)
    #expect(host.evaluations[NameText.self] == 1)
  }

  @Test("An object is found by its type; another object is a change")
  func object() {
    let host = TreeHost(Turning { ServiceText().environment(Service("\($0)")) })
    #expect(host.outline.hasSuffix("Text \"0\""))
    host.tap("Turn")
    #expect(host.outline.hasSuffix("Text \"1\""))
  }

  @Test("An object that may be missing is nil, and nil hides one from above")
  func optionalObject() {
    #expect(TreeHost(OptionalServiceText()).outline == "Text \"none\"")
    let host = TreeHost {
      Group {
        OptionalServiceText()
        OptionalServiceText().environment(nil as Service?)
      }
      .environment(Service("there"))
    }
    #expect(host.outline == "Text \"there\"\nText \"none\"")
  }

  @Test("A transform runs again when state that it read changes, without the body around it")
  func transformReadsState() {
    struct Parent: View {
      @State private var name = "first"
      var body: some View {
        Button("Change") { name = "second" }
        NameText().transformEnvironment(\.name) { $0 = name }
      }
    }
    let host = TreeHost(Parent())
    host.resetEvaluations()
    host.tap("Change")
    #expect(host.outline.hasSuffix("Text \"second\""))
    #expect(host.evaluations.counts == ["NameText": 1])
  }

  @Test(
    "What a transform reads since the values above have changed has it run again",
    arguments: [false, true])
  func transformReadsLater(isObserved: Bool) async {
    final class Words: ObservableModel {
      @Observed var word = "model's"
    }
    struct Middle: View {
      let words: Words
      let isObserved: Bool
      @State private var word = "state's"
      var body: some View {
        Button("Word") { word = "new" }
        NameText()
          .transformEnvironment(\.name) {
            if $0 == "turn 1" { $0 = isObserved ? words.word : word }
          }
      }
    }
    let words = Words()
    let host = TreeHost(
      Turning { turn in
        Group { Middle(words: words, isObserved: isObserved) }.environment(\.name, "turn \(turn)")
      })
    host.tap("Turn")
    #expect(host.outline.hasSuffix(isObserved ? "Text \"model's\"" : "Text \"state's\""))
    host.resetEvaluations()
    if isObserved { words.word = "new" } else { host.tap("Word") }
    await host.settle()
    #expect(host.outline.hasSuffix("Text \"new\""))
    #expect(host.evaluations.counts == ["NameText": 1])
  }

  @Test("An action reads the environment as the last body did, which ran at its change")
  func later() {
    struct Actor: View {
      let log: Log
      @Environment(\.name) private var name
      var body: some View {
        Button("Log") { log(name) }
      }
    }
    let log = Log()
    let host = TreeHost(Turning { Actor(log: log).environment(\.name, "turn \($0)") })
    host.resetEvaluations()
    host.tap("Turn")
    host.tap("Log")
    #expect(log.entries == ["turn 1"])
    #expect(host.evaluations[Actor.self] == 1)
  }

  @Test("What a read searches and an override copies does not grow with the depth of overrides")
  func cost() {
    /// How many objects hold the values, counted through whatever holds them.
    func objects(in value: Any) -> Int {
      let mirror = Mirror(reflecting: value)
      return mirror.children.reduce(mirror.displayStyle == .class ? 1 : 0) {
        $0 + objects(in: $1.value)
      }
    }
    var values = EnvironmentValues()
    values.name = "first"
    let first = objects(in: values)
    #expect(first > 0)
    for number in 0..<10_000 { values.name = "\(number)" }
    #expect(values.name == "9999")
    #expect(objects(in: values) == first)
  }

  @Test("Values of many keys are found, and copies are independent")
  func manyKeys() {
    var values = EnvironmentValues()
    values[NumberKey<Int>.self] = 1
    values[NumberKey<[Int]>.self] = 2
    let copy = values
    var type: Any.Type = Int.self
    for number in 0..<200 {
      func set<T>(_ inner: T.Type) {
        values[NumberKey<T>.self] = number
        type = Array<T>.self
      }
      _openExistential(type, do: set)
    }
    type = Int.self
    for number in 0..<200 {
      func check<T>(_ inner: T.Type) {
        #expect(values[NumberKey<T>.self] == number)
        type = Array<T>.self
      }
      _openExistential(type, do: check)
    }
    #expect(copy[NumberKey<Int>.self] == 1)
    #expect(copy[NumberKey<[Int]>.self] == 2)
    #expect(copy[NumberKey<[[Int]]>.self] == -1)
  }

  @Test("Who reads the whole environment is evaluated at each change")
  func whole() {
    let host = TreeHost(Turning { Whole().environment(\.name, "\($0)") })
    host.tap("Turn")
    #expect(host.evaluations[Whole.self] == 2)
    #expect(host.outline.hasSuffix("Text \"1\""))
  }

  @Test("A property of another key path, in the place of one before it, reads that one")
  func otherKeyPath() {
    struct Value: View {
      @Environment private var value: String
      init(_ keyPath: KeyPath<EnvironmentValues, String>) { _value = Environment(keyPath) }
      var body: some View { Text(value) }
    }
    let host = TreeHost(Turning { Value($0 == 0 ? \.name : \.locale.identifier) })
    #expect(host.outline.hasSuffix("Text \"default\""))
    host.tap("Turn")
    #expect(host.outline.hasSuffix("Text \"\(Locale.current.identifier)\""))
  }

  @Test("What the system sets can be set for a part of the tree")
  func systemValues() throws {
    struct Values: View {
      @Environment(\.scenePhase) private var phase
      @Environment(\.colorScheme) private var scheme
      @Environment(\.locale) private var locale
      @Environment(\.calendar) private var calendar
      @Environment(\.timeZone) private var timeZone
      var body: some View {
        Text("\(phase) \(scheme) \(locale.identifier) \(calendar.identifier)")
        Text("\(timeZone.secondsFromGMT())")
      }
    }
    let timeZone = try #require(TimeZone(secondsFromGMT: 3_600))
    let host = TreeHost(
      Values().environment(\.scenePhase, .inactive).preferredColorScheme(nil)
        .preferredColorScheme(.dark).environment(\.locale, Locale(identifier: "ko_KR"))
        .environment(\.calendar, Calendar(identifier: .buddhist))
        .environment(\.timeZone, timeZone))
    #expect(host.outline == "Text \"inactive dark ko_KR buddhist\"\nText \"3600\"")
  }

  @Test("Who opens a URL is told whether somebody has dealt with it")
  func openURL() throws {
    struct Opener: View {
      let url: URL
      @Environment(\.openURL) private var openURL
      @State private var answers: [Bool] = []
      var body: some View {
        Button("Open \(answers)") { openURL(url) { answers.append($0) } }
      }
    }
    let url = try #require(URL(string: "https://example.com"))
    let host = TreeHost {
      Opener(url: url)
      Opener(url: url).environment(\.openURL, OpenURLAction { _ in .discarded })
    }
    host.tap("Open []", at: 1)
    host.tap("Open []")
    #expect(host.outline == "Button \"Open [true]\"\nButton \"Open [false]\"")
    #expect(host.openedURLs == [url])
  }

  @Test("A missing object traps, and says which and where")
  func missingObject() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        struct Outer: View {
          var body: some View { ServiceText() }
        }
        _ = TreeHost(Outer())
      }
    }
    let report = result.report
    #expect(report.contains("No object of type Service"))
    #expect(report.contains("Outer > ServiceText, read at EnvironmentTreeTests/Env"))
  }

  @Test("A read outside a tree gives the default, and reports which key and where it is declared")
  func unbound() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        if NameText().name != "default" { exit(1) }
      }
    }
    let report = result.report
    #expect(
      report.contains(
        "fault: @Environment of NameKey, declared at \(NameText.place), was read outside a body"))
  }
}
