import EnvironmentTree
import Foundation
import TestSupport
import Testing

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
@Suite("SwiftUI's documented semantics: what appears") @MainActor struct DocumentedAppearanceTests {
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
    host.scroll(by: .max)
    #expect(host.outline.contains("\"row 999 0\""))
    // What is left is further up.
    host.tap("Cut")
    #expect(host.outline.contains("\"row 0 0\""))
    host.scroll(by: .min)
    #expect(!host.outline.contains("\"row 4"))
    #expect(log.entries.contains("+end") == (container == .list))
  }

  @Test(
    "A screen of no size has no rows, and one without end has all",
    arguments: [(CGFloat.zero, 0), (-1, 0), (.nan, 0), (.infinity, 50)])
  func sizes(height: CGFloat, rows: Int) {
    let host = TreeHost(
      List(0..<50, id: \.self) { Text("Row \($0)") }, size: CGSize(width: 10, height: height))
    host.scroll(by: 1)
    #expect(host.outline.split(separator: "\n").count == rows + 1)
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
