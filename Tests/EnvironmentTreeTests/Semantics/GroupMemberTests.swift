import EnvironmentTree
import Foundation
import TestSupport
import Testing

private enum NumberKey: EnvironmentKey {
  static let defaultValue = 0
}

extension EnvironmentValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

/// What SwiftUI does since iOS 15: its `onAppear` of several views counts those that are in sight.
@Suite("SwiftUI's semantics: several views that appear") @MainActor struct GroupMemberTests {
  @Test("Several views appear once, also where other modifiers stand between, and disappear once")
  func members() async {
    let log = Log()
    let host = TreeHost {
      Group {
        Text("1")
        Group { Text("2") }
        ForEach(0..<2) { Text("row \($0)") }
        EmptyView()
      }
      .onAppear { log("inner") }
      .onDisappear { log("gone") }
      .environment(\.number, 1)
      .transformEnvironment(\.number) { $0 += 1 }
      .onChange(of: 1) { log("changed") }
      .task { log("task") }
      VStack {
        Text("3")
        Text("4")
      }
      .onAppear { log("stack") }
    }
    await host.settle()
    #expect(log.entries.sorted() == ["inner", "stack", "task"])
    host.unmount()
    #expect(log.entries.count { $0 == "gone" } == 1)
  }

  @Test("The first of several views appears for all of them, and the last one that goes disappears")
  func firstAndLast() async {
    struct Screen: View {
      let log: Log
      @State private var rows: [Int] = []
      var body: some View {
        Button("Add") { rows.append(rows.count) }
        Button("Drop") { rows.removeLast() }
        ForEach(rows, id: \.self) { Text("row \($0)") }
          .task {
            log("task")
            await withTaskCancellationHandler {
              await Gate().wait()
            } onCancel: {
              Task { @MainActor in log("cancelled") }
            }
          }
          .onAppear { log("+") }
          .onDisappear { log("-") }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    for button in ["Add", "Add", "Drop"] {
      host.tap(button)
      await host.settle()
      #expect(log.entries.sorted() == ["+", "task"])
    }
    host.tap("Drop")
    await host.settle()
    #expect(log.entries.dropFirst(2).sorted() == ["-", "cancelled"])
    host.tap("Add")
    await host.settle()
    #expect(log.entries.dropFirst(4).sorted() == ["+", "task"])
  }

  @Test("Rows of a list appear with the first on the screen, and disappear with the last")
  func rows() {
    let log = Log()
    let host = TreeHost(
      List {
        Group {
          Text("1")
          Text("2")
        }
        .onAppear { log("+") }
        .onDisappear { log("-") }
        ForEach(3..<20) { Text("\($0)") }
      },
      size: CGSize(width: 100, height: 88))
    #expect(log.entries == ["+"])
    host.scroll(by: 1)
    #expect(log.entries == ["+"])
    host.scroll(by: 1)
    #expect(log.entries == ["+", "-"])
    host.scroll(by: -1)
    #expect(log.entries == ["+", "-", "+"])
  }

  @Test("What has nothing in it behind a view, a modifier or another type does not appear either")
  func emptyBehind() async {
    struct Name: View {
      let name: String?
      var body: some View { if let name { Text(name) } }
    }
    struct Plain: ViewModifier {
      func body(content: Content) -> some View { content.environment(\.number, 1) }
    }
    struct Screen: View {
      let log: Log
      @State private var name: String?
      var body: some View {
        Button("Turn") { name = name == nil ? "Ada" : nil }
        Name(name: name).task { log("task") }.onAppear { log("+") }.onDisappear { log("-") }
        Name(name: name).modifier(Plain()).onAppear { log("+") }.onDisappear { log("-") }
        AnyView(Name(name: name)).onAppear { log("+") }.onDisappear { log("-") }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    await host.settle()
    #expect(log.entries.isEmpty)
    host.tap("Turn")
    await host.settle()
    #expect(log.entries.sorted() == ["+", "+", "+", "task"])
    host.tap("Turn")
    await host.settle()
    #expect(log.entries.dropFirst(4) == ["-", "-", "-"])
  }

  @Test("A picture or a space appears, though no line stands for it, and a sheet is no view of it")
  func pictures() async {
    let log = Log()
    let host = TreeHost {
      Color.clear.onAppear { log("color") }
      Spacer().task { log("space") }
      Circle().onAppear { log("shape") }
      EmptyView()
        .sheet(isPresented: .constant(true)) { Text("sheet").onAppear { log("sheet") } }
        .onAppear { log("empty") }
      NavigationStack {
        Text("root").navigationDestination(isPresented: .constant(true)) { Text("next") }
      }
      .onAppear { log("stack") }
      .onDisappear { log("gone") }
    }
    await host.settle()
    #expect(Set(log.entries) == ["color", "space", "shape", "sheet", "stack"])
  }

  @Test("A group with nothing in it does not appear, and its task does not run until something is")
  func empty() async {
    struct Loading: View {
      let log: Log
      @State private var isShown = false
      var body: some View {
        Button("Toggle") { isShown.toggle() }
        Group { if isShown { Text("there") } }
          .task { log("task") }
          .onAppear { log("+") }
          .onDisappear { log("-") }
        EmptyView().onAppear { log("never") }.task { log("never") }
      }
    }
    let log = Log()
    let host = TreeHost(Loading(log: log))
    await host.settle()
    #expect(log.entries.isEmpty)
    host.tap("Toggle")
    await host.settle()
    #expect(Set(log.entries) == ["+", "task"])
    host.tap("Toggle")
    host.tap("Toggle")
    await host.settle()
    #expect(log.entries.dropFirst(2).sorted() == ["+", "-", "task"])
  }

  @Test("A condition with two branches is one member, which stays when the branch changes")
  func condition() async {
    struct Loading: View {
      let log: Log
      @State private var isLoaded = false
      var body: some View {
        Group {
          if isLoaded { Text("loaded") } else { ProgressView() }
        }
        .task {
          log("task")
          isLoaded = true
        }
      }
    }
    let log = Log()
    let host = TreeHost(Loading(log: log))
    await host.settle()
    #expect(host.outline == "Text \"loaded\"")
    #expect(log.entries == ["task"])
  }

  @Test("A branch with nothing in it does not appear, and its task runs once something is")
  func emptyBranch() async {
    struct Screen: View {
      let log: Log
      @State private var isLoggedIn = true
      @State private var user: String?
      var body: some View {
        Button("Load") { user = "Ada" }
        Button("Turn") { isLoggedIn.toggle() }
        Button("Drop") { user = nil }
        Group {
          if isLoggedIn {
            if let user { Text(user) }
          } else {
            Text("login")
          }
        }
        .task { log("task") }
        .onAppear { log("+") }
        .onDisappear { log("-") }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    await host.settle()
    #expect(log.entries.isEmpty)
    host.tap("Load")
    await host.settle()
    #expect(log.entries.sorted() == ["+", "task"])
    host.tap("Turn")
    host.tap("Turn")
    await host.settle()
    #expect(log.entries.sorted() == ["+", "task"])
    host.tap("Drop")
    #expect(log.entries.sorted() == ["+", "-", "task"])
    host.tap("Turn")
    await host.settle()
    #expect(log.entries.sorted() == ["+", "+", "-", "task", "task"])
  }

  @Test("A branch has nothing in it where all that it consists of is nothing")
  func emptyBranches() async {
    let log = Log()
    func host<Branch: View>(
      isOther: Bool = false, @ViewBuilder _ branch: () -> Branch
    ) -> TreeHost {
      TreeHost {
        Group { if isOther { Text("other") } else { branch() } }.task { log("task") }
      }
    }
    let nothing: Text? = nil
    let hosts = [
      host {},
      host { Group {} },
      host { ForEach(0..<0) { Text("\($0)") } },
      host {
        nothing
        EmptyView().environment(\.number, 1)
        EmptyView().transformEnvironment(\.number) { $0 += 1 }
        EmptyView().onAppear {}
        EmptyView().task {}
      },
    ]
    for host in hosts { await host.settle() }
    #expect(log.entries.isEmpty)
    let full = [
      host {
        nothing
        Text("there")
      },
      host { ForEach(0..<1) { Text("\($0)") } },
      host { VStack {} },
    ]
    for host in full { await host.settle() }
    #expect(log.entries == ["task", "task", "task"])
  }

  @Test("The initial value of onChange is told of when something appears, and of each insertion")
  func initialChange() {
    struct Screen: View {
      let log: Log
      @State private var user: String?
      var body: some View {
        Button("Turn") { user = user == nil ? "Ada" : nil }
        Group { if let user { Text(user) } }.onChange(of: 1, initial: true) {
          log("\($0) to \($1)")
        }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    #expect(log.entries.isEmpty)
    for _ in 0..<3 { host.tap("Turn") }
    #expect(log.entries == ["1 to 1", "1 to 1"])
  }

  @Test("Those around appear before those in them, also where they had nothing in them before")
  func order() {
    struct Screen: View {
      let log: Log
      @State private var isShown = false
      var body: some View {
        Button("Turn") { isShown.toggle() }
        Group {
          Group { if isShown { Text("there").onAppear { log("innermost") } } }
            .onAppear { log("inner") }
        }
        .onAppear { log("outer") }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Turn")
    #expect(log.entries == ["outer", "inner", "innermost"])
  }

  @Test("A section's title is there while the section has no rows; what is tapped is not by itself")
  func title() async {
    let log = Log()
    let host = TreeHost {
      List {
        Section("News") { ForEach(0..<0) { Text("\($0)") } }.task { log("title") }
        Section { ForEach(0..<0) { Text("\($0)") } }.task { log("no title") }
      }
      Group { EmptyView().onTapGesture {} }.task { log("tap") }
      Group { EmptyView().hidden() }.task { log("hidden") }
    }
    await host.settle()
    #expect(log.entries == ["title"])
  }

  @Test("What looks on in a branch does so before and after there is something in it")
  func change() async {
    struct Screen: View {
      let log: Log
      @State private var user: String?
      var body: some View {
        Group {
          if log.entries.count < 100 {
            Group { if let user { Text(user) } }.onChange(of: user) { log(user ?? "none") }
          }
        }
        .onAppear {}
        Button("Turn") { user = user == nil ? "Ada" : nil }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    for _ in 0..<3 {
      host.tap("Turn")
      await host.settle()
    }
    #expect(log.entries == ["Ada", "none", "Ada"])
  }

  @Test("Members keep their state when what is around them is made anew")
  func state() {
    struct Counter: View {
      @State private var count = 0
      var body: some View { Button("Count \(count)") { count += 1 } }
    }
    struct Turning: View {
      let log: Log
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Group {
          Counter()
          Text("turn \(turn)")
        }
        .onAppear { log("+") }
        .environment(\.number, turn)
        .onDisappear { log("-") }
      }
    }
    let log = Log()
    let host = TreeHost(Turning(log: log))
    host.tap("Count 0")
    host.tap("Turn")
    #expect(host.outline.contains("Count 1"))
    #expect(host.outline.contains("turn 1"))
    #expect(log.entries == ["+"])
  }
}
