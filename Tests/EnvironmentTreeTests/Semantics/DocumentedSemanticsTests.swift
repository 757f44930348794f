import EnvironmentTree
import Foundation
import ModelObservation
import TestSupport
import Testing

private enum NameKey: EnvironmentKey {
  static let defaultValue = "default"
}

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
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
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

/// Says when it appears, and runs a task as long as it is there.
private struct Watched: View {
  let name: String
  let log: Log
  @State private var count = 0
  var body: some View {
    Button("\(name) \(count)") { count += 1 }
      .onAppear { log("+\(name)") }
      .onDisappear { log("-\(name)") }
  }
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
    let report = String(decoding: result.standardErrorContent, as: UTF8.self)
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

  // MARK: Navigation

  @Test("A push makes the root disappear, which appears again when the destination is left")
  func push() async {
    struct Root: View {
      let log: Log
      var body: some View {
        NavigationStack {
          Watched(name: "root", log: log)
            .task {
              log("root's task")
              let gate = Gate()
              await withTaskCancellationHandler {
                await gate.wait()
              } onCancel: {
                gate.open()
              }
              log("cancelled")
            }
          NavigationLink("Go") {
            Watched(name: "first", log: log)
            NavigationLink("Further") { Watched(name: "second", log: log) }
          }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Root(log: log))
    host.tap("root 0")
    await host.settle()
    #expect(log.entries == ["+root", "root's task"])
    host.tap("Go")
    await host.settle()
    #expect(Set(log.entries.dropFirst(2)) == ["-root", "+first", "cancelled"])
    host.tap("first 0")
    host.tap("Further")
    #expect(Set(log.entries.suffix(2)) == ["-first", "+second"])
    host.dismiss()
    #expect(Set(log.entries.suffix(2)) == ["+first", "-second"])
    #expect(host.outline.contains("first 1"))
    host.dismiss()
    await host.settle()
    #expect(Set(log.entries.suffix(3)) == ["-first", "+root", "root's task"])
    #expect(host.outline.contains("root 1"))
    host.unmount()
    #expect(log.entries.count { $0 == "-root" } == 2)
  }

  @Test("What comes into a covered view appears when it is seen, and goes without a word")
  func covered() {
    struct Root: View {
      let log: Log
      @State private var isShown = false
      @State private var isCovered = false
      var body: some View {
        NavigationStack {
          Button("Go") { isCovered = true }
            .navigationDestination(isPresented: $isCovered) {
              Button("Toggle") { isShown.toggle() }
            }
          if isShown { Watched(name: "new", log: log) }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Root(log: log))
    host.tap("Go")
    host.tap("Toggle")
    host.tap("Toggle")
    #expect(log.entries.isEmpty)
    host.tap("Toggle")
    host.dismiss()
    #expect(log.entries == ["+new"])
  }

  @Test("A sheet leaves what is below in sight: it does not disappear")
  func sheet() {
    struct Root: View {
      let log: Log
      @State private var isShown = false
      var body: some View {
        Watched(name: "root", log: log)
        Button("Show") { isShown = true }.sheet(isPresented: $isShown) { Text("sheet") }
      }
    }
    let log = Log()
    let host = TreeHost(Root(log: log))
    host.tap("Show")
    host.dismiss()
    #expect(log.entries == ["+root"])
  }

  @Test(
    "A view inherits its environment from its container view: a destination's is the stack, and what is set inside the stack does not reach it",
    arguments: [false, true])
  func destinationEnvironment(isValue: Bool) {
    struct Inside: View {
      let isValue: Bool
      var body: some View {
        Group {
          if isValue {
            NavigationLink("Go", value: 1)
          } else {
            NavigationLink("Go") { NameText() }
          }
          NameText()
        }
        .navigationDestination(for: Int.self) { _ in NameText() }
        .environment(\.name, "inside")
      }
    }
    let host = TreeHost(
      NavigationStack { Inside(isValue: isValue) }.environment(\.name, "around"))
    host.tap("Go")
    #expect(host.presented.map(\.outline) == ["Text \"around\""])
    #expect(host.outline.contains("Text \"inside\""))
  }

  @Test("Outside a stack a link is disabled, and a destination is not shown; so in a sheet")
  func outsideStack() {
    struct Links: View {
      @State private var isShown = true
      var body: some View {
        NavigationLink("Go") { Text("there") }
        Text("here").navigationDestination(isPresented: $isShown) { Text("there") }
      }
    }
    struct Presenting: View {
      @State private var isShown = true
      var body: some View {
        NavigationStack { Text("root").sheet(isPresented: $isShown) { Links() } }
      }
    }
    let alone = TreeHost(Links())
    #expect(alone.outline == "Button \"Go\" (disabled)\nText \"here\"")
    alone.tap("Go")
    #expect(alone.presented.isEmpty)
    #expect(TreeHost(Presenting()).presented.map(\.outline) == [alone.outline])
  }

  // MARK: Rows

  private static let screen = CGSize(width: 400, height: 440)

  private struct Rows: View {
    enum Container: CaseIterable { case list, stack }
    let container: Container
    let log: Log
    @State private var count = 1_000
    var body: some View {
      switch container {
      case .list:
        List {
          Section("Numbers") { rows }
          Text("end").onAppear { log("+end") }
        }
      case .stack: ScrollView { LazyVStack { rows } }
      }
      Button("Cut") { count = 4 }
    }
    private var rows: some View {
      ForEach(0..<count, id: \.self) { Watched(name: "row \($0)", log: log) }
    }
  }

  @Test(
    "A lazy stack doesn't create items until it needs to render them onscreen; so does a list; rows off screen do not appear",
    arguments: Rows.Container.allCases)
  private func rows(container: Rows.Container) {
    let log = Log()
    let host = TreeHost(Rows(container: container, log: log), size: Self.screen)
    #expect(log.entries == (0..<10).map { "+row \($0)" })
    #expect(host.evaluations[Watched.self] == 10)
    host.tap("row 3 0")
    host.scroll(by: 5)
    #expect(
      Set(log.entries.dropFirst(10))
        == Set((0..<5).map { "-row \($0)" } + (10..<15).map { "+row \($0)" }))
    #expect(!host.outline.contains("\"row 3"))
    #expect(host.outline.contains("\"row 14 0\""))
    #expect(host.evaluations[Watched.self] == 16)
    // The state of a row that was scrolled away is kept.
    host.scroll(by: -3)
    #expect(host.outline.contains("\"row 3 1\""))
    #expect(log.entries.count { $0 == "+row 3" } == 2)
    host.tap("Cut")
    host.scroll(by: -100)
    #expect(host.outline.contains("\"row 0 0\""))
    #expect(!host.outline.contains("\"row 4"))
    #expect(log.entries.contains("+end") == (container == .list))
  }

  @Test("Without a size there is room for all rows")
  func allRows() {
    let log = Log()
    let host = TreeHost(Rows(container: .list, log: log))
    #expect(log.entries.count == 1_001)
    host.scroll(by: 5)
    #expect(log.entries.count == 1_001)
  }
}
