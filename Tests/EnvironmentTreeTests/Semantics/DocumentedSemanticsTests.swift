import EnvironmentTree
import Foundation
import ModelObservation
import TestSupport
import Testing

private enum OtherKey: EnvironmentKey {
  static let defaultValue = 0
}

private final class Service {}

private final class Session: ObservableModel {
  @Observed var name = "Ada"
  @Observed var age = 36
}

private enum SessionKey: EnvironmentKey {
  static var defaultValue: Session { Session() }
}

/// Counts how often its default is read.
private enum CountedKey: EnvironmentKey {
  static let reads = Counter()
  static var defaultValue: Int { reads.increment() }
}

private enum ServiceKey: EnvironmentKey {
  static var defaultValue: Service { Service() }
}

extension EnvironmentValues {
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var counted: Int {
    get { self[CountedKey.self] }
    set { self[CountedKey.self] = newValue }
  }
  fileprivate var session: Session {
    get { self[SessionKey.self] }
    set { self[SessionKey.self] = newValue }
  }
  fileprivate var service: Service {
    get { self[ServiceKey.self] }
    set { self[ServiceKey.self] = newValue }
  }
}

private struct Turning<Content: View>: View {
  @State private var turn = 0
  @ViewBuilder let content: (Int) -> Content
  var body: some View {
    Button("Turn") { turn += 1 }
    content(turn)
  }
}

private struct NameText: View {
  @Environment(\.name) private var name
  var body: some View { Text(name) }
}

/// What SwiftUI's documentation says, in its words, and what people have found where it is silent.
@Suite("SwiftUI's documented semantics") @MainActor struct DocumentedSemanticsTests {
  // MARK: Environment

  @Test(
    "Environment: SwiftUI automatically updates any parts of MyView that depend on the property when the associated environment value changes: also where the body does not read it"
  )
  func eagerEnvironment() {
    struct Declaring: View {
      @Environment(\.name) private var name
      var body: some View { Text("rests") }
    }
    let host = TreeHost(
      Turning { Declaring().environment(\.name, "\($0)").environment(\.other, 1) })
    host.resetEvaluations()
    host.tap("Turn")
    #expect(host.evaluations[Declaring.self] == 1)
    #expect(host.evaluations.causes(of: "Declaring") == [.environment("NameKey")])
  }

  @Test("Environment: a value is read once before each body, and a change of another one is none")
  func readBefore() {
    struct Declaring: View {
      let turn: Int
      @Environment(\.counted) private var counted
      @Environment(\.name) private var name
      var body: some View { Text("rests \(turn)") }
    }
    let before = CountedKey.reads.value
    let host = TreeHost(Turning { Declaring(turn: $0) })
    #expect(CountedKey.reads.value == before + 1)
    host.tap("Turn")
    #expect(CountedKey.reads.value == before + 2)
    let other = TreeHost(Turning { NameText().environment(\.other, $0) })
    other.resetEvaluations()
    other.tap("Turn")
    #expect(other.evaluations[NameText.self] == 0)
  }

  @Test("Environment: a closure that a body made has the values that the body had")
  func capturedValue() async {
    struct Waiting: View {
      let gate: Gate
      let log: Log
      @Environment(\.name) private var name
      var body: some View {
        Text(name).task {
          await gate.wait()
          log(name)
        }
      }
    }
    let gate = Gate()
    let log = Log()
    let host = TreeHost(Turning { Waiting(gate: gate, log: log).environment(\.name, "\($0)") })
    await host.settle()
    host.tap("Turn")
    gate.open()
    await host.finish()
    #expect(host.outline.hasSuffix("Text \"1\""))
    #expect(log.entries == ["0"])
  }

  @Test("Environment: a default that makes an object at each read is another one at each change")
  func computedDefault() {
    struct Declaring: View {
      @Environment(\.service) private var service
      var body: some View { Text("rests") }
    }
    let host = TreeHost(Turning { Declaring().environment(\.other, $0) })
    host.resetEvaluations()
    host.tap("Turn")
    #expect(host.evaluations[Declaring.self] == 1)
  }

  @Test("Environment: a part of a model in it is followed, read or not")
  func partOfModel() async {
    struct Declaring: View {
      @Environment(\.session.name) private var name
      var body: some View { Text(name) }
    }
    let session = Session()
    let host = TreeHost(Declaring().environment(\.session, session))
    host.resetEvaluations()
    session.age = 37
    await host.settle()
    #expect(host.evaluations.total == 0)
    session.name = "Grace"
    await host.settle()
    #expect(host.evaluations.counts == ["Declaring": 1])
    #expect(host.outline == "Text \"Grace\"")
  }

  @Test(
    "EnvironmentObject: invalidates the current view whenever the observable object changes, read or not"
  )
  func environmentObject() async {
    final class Settings: ObservableObject {
      @Published var name = "Ada"
    }
    struct Declaring: View {
      @EnvironmentObject private var settings: Settings
      var body: some View { Text("rests") }
    }
    // A declared one that is missing traps where it is read, and this one is not.
    #expect(TreeHost(Declaring()).outline == "Text \"rests\"")
    let settings = Settings()
    let host = TreeHost(Declaring().environmentObject(settings))
    host.resetEvaluations()
    settings.name = "Grace"
    await host.settle()
    #expect(host.evaluations[Declaring.self] == 1)
  }

  @Test("A missing object traps before the first body of the view that declares it, read or not")
  func missingObject() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        struct Declaring: View {
          @Environment(Service.self) private var service
          var body: some View { Text("rests") }
        }
        _ = TreeHost(Declaring())
      }
    }
    let report = result.report
    #expect(report.contains("No object of type Service is in the environment of Declaring"))
  }

  // MARK: Comparison

  @Test(
    "For plain data, each field is compared, whatever == says; else == where there is one; equatable() prevents the view from updating its child view when its new value is the same as its old value"
  )
  func comparison() {
    struct Plain: View, Equatable {
      let shown: Int
      let left: Int
      var body: some View { Text("\(shown)") }
      nonisolated static func == (a: Plain, b: Plain) -> Bool { a.shown == b.shown }
    }
    struct Other: View, Equatable {
      let shown: Int
      let left: String
      var body: some View { Text("\(shown)") }
      nonisolated static func == (a: Other, b: Other) -> Bool { a.shown == b.shown }
    }
    let host = TreeHost(
      Turning { turn in
        Plain(shown: 1, left: turn)
        Plain(shown: 2, left: turn).equatable()
        Other(shown: 3, left: "\(turn)")
        Plain(shown: turn, left: 0).equatable()
      })
    host.resetEvaluations()
    host.tap("Turn")
    #expect(host.evaluations.all.map(\.view).dropFirst() == ["Plain", "Plain"])
    #expect(host.outline.hasSuffix("Text \"1\""))
  }
}
