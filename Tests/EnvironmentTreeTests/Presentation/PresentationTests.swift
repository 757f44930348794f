import EnvironmentTree
import Foundation
import ModelObservation
import TestSupport
import Testing

private struct Item: Identifiable, Hashable {
  let id: Int
}

private struct Detail: View {
  let title: String
  @Environment(\.name) private var name
  @Environment(\.dismiss) private var dismiss
  @Environment(\.isPresented) private var isPresented
  @State private var count = 0
  var body: some View {
    Text("\(title) in \(name) \(isPresented) \(count)")
    Button("Count") { count += 1 }
    Button("Done") { dismiss() }
  }
}

private struct Sheets: View {
  @State private var item: Item?
  var body: some View {
    Group {
      Button("One") { item = Item(id: 1) }
      Button("Two") { item = Item(id: 2) }
    }
    .sheet(item: $item) { item in
      Detail(title: "sheet \(item.id)")
      Button("Other") { self.item = Item(id: item.id + 1) }
    }
    .environment(\.name, "outer")
  }
}

@MainActor private final class Names: ObservableModel {
  @Observed var name = "old"
}

@Suite("Sheets, alerts and navigation") @MainActor struct PresentationTests {
  @Test("A sheet is in the environment of what presents it, and dismisses itself")
  func sheet() async {
    let host = TreeHost(Sheets())
    #expect(host.presented.isEmpty)
    host.tap("One")
    #expect(host.presented.map(\.kind) == [.sheet])
    #expect(
      host.outline == """
        Button "One"
        Button "Two"
        Sheet
          Text "sheet 1 in outer true 0"
          Button "Count"
          Button "Done"
          Button "Other"
        """)
    host.tap("Count")
    #expect(host.outline.contains("sheet 1 in outer true 1"))
    host.tap("Done")
    #expect(host.presented.isEmpty)
    host.tap("Two")
    #expect(host.outline.contains("sheet 2 in outer true 0"))
    host.dismiss()
    #expect(host.presented.isEmpty)
  }

  @Test("Another item is another sheet")
  func otherItem() {
    let host = TreeHost(Sheets())
    host.tap("One")
    host.tap("Count")
    host.tap("Other")
    #expect(host.outline.contains("sheet 2 in outer true 0"))
  }

  @Test("A sheet that has gone is told of once, whoever has sent it away")
  func onDismiss() {
    struct Dismissing: View {
      let log: Log
      @State private var item: Item?
      @State private var isShown = false
      var body: some View {
        Button("One") { item = Item(id: 1) }
          .sheet(item: $item) {
            log("item gone")
          } content: { item in
            Detail(title: "item")
            Button("Nil") { self.item = nil }
            Button("Next") { self.item = Item(id: item.id + 1) }
          }
        Button("Show") { isShown = true }
          .sheet(isPresented: $isShown) {
            log("flag gone")
          } content: {
            Button("Hide") { isShown = false }
          }
      }
    }
    let log = Log()
    let host = TreeHost(Dismissing(log: log))
    let ways: [@MainActor () -> Void] = [
      { host.tap("Nil") }, { host.tap("Done") }, { host.dismiss() },
    ]
    for (number, way) in ways.enumerated() {
      host.tap("One")
      #expect(log.entries.count == number)
      way()
      #expect(log.entries.count == number + 1)
    }
    host.tap("One")
    host.tap("Next")
    #expect(log.entries == Array(repeating: "item gone", count: 4))
    #expect(host.presented.count == 1)
    host.dismiss()
    host.tap("Show")
    host.tap("Hide")
    #expect(log.entries == Array(repeating: "item gone", count: 5) + ["flag gone"])
    host.tap("Show")
    host.unmount()
    #expect(log.entries.count == 6)
  }

  @Test("A sheet lasts while what presents it is evaluated, and is told of when it has gone")
  func presenterAgain() {
    struct Screen: View {
      let log: Log
      @State private var item: Item?
      @State private var turn = 0
      var body: some View {
        Button("Show") { item = Item(id: 1) }
          .sheet(item: $item) {
            log("gone")
          } content: { _ in
            Detail(title: "turn \(turn)")
            Button("Turn") { turn += 1 }
          }
        Button("Turn \(turn)") { turn += 1 }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Show")
    host.tap("Count")
    host.tap("Turn")
    #expect(host.outline.contains("turn 1 in default true 1"))
    #expect(log.entries.isEmpty)
    host.tap("Done")
    host.tap("Turn 1")
    #expect(log.entries == ["gone"])
  }

  @Test("A sheet whose environment has changed still goes with its state")
  func changedEnvironment() {
    struct Presenter: View {
      @State private var isShown = false
      var body: some View {
        Button("Show") { isShown = true }
          .sheet(isPresented: $isShown) { Detail(title: "sheet") }
      }
    }
    struct Screen: View {
      let names: Names
      var body: some View { Presenter().environment(\.name, names.name) }
    }
    let names = Names()
    let host = TreeHost(Screen(names: names))
    host.tap("Show")
    names.name = "new"
    #expect(host.outline.contains("sheet in new true 0"))
    host.tap("Done")
    #expect(host.presented.isEmpty)
  }

  @Test("A sheet of a disabled view is enabled; what is in none is not presented")
  func ownEnvironment() {
    struct Screen: View {
      @State private var isShown = true
      var body: some View {
        Detail(title: "root").disabled(true)
          .sheet(isPresented: $isShown) { Detail(title: "sheet") }
          .disabled(true)
      }
    }
    let host = TreeHost(Screen())
    host.tap("Count")
    #expect(host.outline.contains("sheet in default true 1"))
    #expect(host.outline.contains("root in default false 0"))
  }

  @Test("An alert shows what it is about, and each of its buttons sends it away")
  func alert() {
    struct Failing: View {
      @State private var error: String?
      @State private var retries = 0
      var body: some View {
        Button("Fail") { error = "broken" }
        Text("retries \(retries)")
          .alert(
            "Error",
            isPresented: Binding(get: { error != nil }, set: { if !$0 { error = nil } }),
            presenting: error
          ) { _ in
            Button("OK") {}
            Button("Retry") { retries += 1 }
          } message: { error in
            Text(error)
          }
      }
    }
    let host = TreeHost(Failing())
    host.tap("Fail")
    #expect(
      host.presented == [
        Presentation(
          kind: .alert, title: "Error",
          outline: "Text \"broken\"\nButton \"OK\"\nButton \"Retry\"")
      ])
    #expect(host.outline.contains("\nAlert \"Error\"\n"))
    host.tap("Retry")
    #expect(host.presented.isEmpty)
    #expect(host.outline.contains("retries 1"))
    host.tap("Fail")
    host.dismiss()
    #expect(host.presented.isEmpty)
    let plain = TreeHost(
      Text("root").alert("Title", isPresented: .constant(true)) {
        Button("OK") {}
      } message: {
        Text("message")
      })
    #expect(plain.presented.map(\.outline) == ["Text \"message\"\nButton \"OK\""])
  }

  @Test("A link's destination is in the stack's environment, and can be left")
  func link() {
    let host = TreeHost(
      NavigationStack {
        NavigationLink("Go") { Detail(title: "destination") }
      }
      .environment(\.name, "outer"))
    host.tap("Go")
    #expect(host.presented.map(\.kind) == [.destination])
    #expect(host.outline.contains("destination in outer true 0"))
    host.tap("Done")
    #expect(host.outline == "Button \"Go\"")
  }

  @Test("Values on a stack's path are made into destinations, each on top of the last")
  func path() {
    struct Stack: View {
      @State private var path: [Int] = []
      var body: some View {
        NavigationStack(path: $path) {
          NavigationLink("Go", value: 1)
          Text("path \(path)")
            .navigationDestination(for: Int.self) { number in
              Detail(title: "number \(number)")
              NavigationLink("Further", value: number + 1)
            }
            .environment(\.name, "outer")
        }
      }
    }
    let host = TreeHost(Stack())
    host.tap("Go")
    host.tap("Further")
    #expect(host.outline.contains("path [1, 2]"))
    #expect(host.presented.count == 2)
    host.tap("Done")
    #expect(host.outline.contains("path [1]"))
    host.dismiss()
    #expect(host.outline.contains("path []"))
    #expect(host.presented.isEmpty)
  }

  @Test("A type's destinations are made where that is declared nearest the root, and only there")
  func nestedDeclarations() {
    struct Folder: View {
      let number: Int
      var body: some View {
        NavigationLink("Open \(number)", value: number + 1)
          .navigationDestination(for: Int.self) { Folder(number: $0) }
      }
    }
    struct Root: View {
      @State private var isOuter = true
      var body: some View {
        Button("Turn") { isOuter.toggle() }
        if isOuter {
          Folder(number: 0).navigationDestination(for: Int.self) { Text("outer \($0)") }
        } else {
          Folder(number: 0)
        }
      }
    }
    let host = TreeHost(NavigationStack { Root() })
    host.tap("Open 0")
    #expect(host.presented.map(\.outline) == ["Text \"outer 1\""])
    host.dismiss()
    host.tap("Turn")
    host.tap("Open 0")
    host.tap("Open 1")
    #expect(host.presented.map(\.outline) == ["Button \"Open 1\"", "Button \"Open 2\""])
    host.dismiss()
    host.dismiss()
    host.tap("Turn")
    host.tap("Open 0")
    #expect(host.presented.map(\.outline) == ["Text \"outer 1\""])
  }

  @Test("Where the declaration nearest the root goes, the next one makes the destinations")
  func nextDeclaration() {
    struct Rows: View {
      @State private var isFirst = true
      var body: some View {
        if isFirst { Text("a").navigationDestination(for: Int.self) { Text("first \($0)") } }
        Text("b").navigationDestination(for: Int.self) { number in
          Text("second \(number)")
          Button("Turn") { isFirst.toggle() }
        }
        NavigationLink("Go", value: 1)
        Button("Turn") { isFirst.toggle() }
      }
    }
    let host = TreeHost(NavigationStack { Rows() })
    host.tap("Turn")
    host.tap("Go")
    #expect(host.presented.map(\.outline) == ["Text \"second 1\"\nButton \"Turn\""])
    host.tap("Turn")
    #expect(host.presented.map(\.outline) == ["Text \"second 1\"\nButton \"Turn\""])
  }

  @Test(
    "What shows several views is freed, with what is in its environment",
    arguments: [true, false], [true, false])
  func freed(isStack: Bool, isUnmounted: Bool) {
    final class Session {}
    struct Reader: View {
      @Environment(Session.self) private var session
      var body: some View {
        let _ = session
        NavigationLink("Go") { Text("destination") }
      }
    }
    weak var session: Session?
    var host: TreeHost?
    do {
      let made = Session()
      session = made
      host = TreeHost(
        Group {
          if isStack {
            NavigationStack { Reader() }
          } else {
            TabView { Reader().tabItem { Text("Tab") } }
          }
        }
        .environment(made))
    }
    if isStack { host?.tap("Go") }
    #expect(session != nil)
    if isUnmounted { host?.unmount() } else { host = nil }
    #expect(session == nil)
  }

  @Test("What is covered cannot be tapped: the trap names what can")
  func covered() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let host = TreeHost(Sheets())
        host.tap("One")
        host.tap("Two")
      }
    }
    let report = result.report
    #expect(report.contains("There is no \"Two\" to tap; there is \"Count\", \"Done\", \"Other\""))
  }
}
