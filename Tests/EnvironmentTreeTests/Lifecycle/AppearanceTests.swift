import EnvironmentTree
import ModelObservation
import Testing

@MainActor private final class Model: ObservableModel {
  @Observed var isShown = true
  @Observed var isPushed = false
  @Observed var tab = 0
  @Observed var version = 0
}

private struct Told: View {
  let name: String
  let log: Log
  var body: some View {
    Text(name).onAppear { log("+\(name)") }.onDisappear { log("-\(name)") }
  }
}

@Suite("What views are told of appearing") @MainActor struct AppearanceTests {
  @Test("What has never been seen does not disappear: a destination under another stack's")
  func neverSeen() async {
    struct Inner: View {
      let log: Log
      var body: some View {
        NavigationStack {
          Told(name: "bottom", log: log)
            .navigationDestination(isPresented: .constant(true)) { Told(name: "inner", log: log) }
        }
      }
    }
    let log = Log()
    let host = TreeHost {
      NavigationStack {
        Inner(log: log)
          .navigationDestination(isPresented: .constant(true)) { Told(name: "outer", log: log) }
      }
    }
    await host.settle()
    #expect(log.entries == ["+outer"])
  }

  @Test("What is covered and taken out at once disappears once")
  func coveredAndRemoved() async {
    struct Screen: View {
      let model: Model
      let log: Log
      var body: some View {
        NavigationStack {
          VStack { if model.isShown { Told(name: "view", log: log) } }
            .navigationDestination(isPresented: Bindable(model).isPushed) { Text("next") }
        }
      }
    }
    let (log, model) = (Log(), Model())
    let host = TreeHost(Screen(model: model, log: log))
    await host.settle()
    batchUpdates {
      model.isPushed = true
      model.isShown = false
    }
    await host.settle()
    #expect(log.entries == ["+view", "-view"])
  }

  @Test("What is covered, changed, and taken out in a second pass of the update is gone")
  func changedAndRemoved() {
    final class Inbox: ObservableModel {
      @Observed var pending = [1, 2]
      @Observed var version = 0
      func readAll() { pending = [] }
    }
    struct Reader: View {
      let inbox: Inbox
      var body: some View {
        let _ = inbox.readAll()
        Text("all read")
      }
    }
    struct Screen: View {
      let inbox: Inbox
      var body: some View {
        ForEach(inbox.pending, id: \.self) { Text("\($0) at \(inbox.version)") }
        if inbox.version > 0 { Reader(inbox: inbox) }
      }
    }
    let inbox = Inbox()
    let host = TreeHost {
      NavigationStack {
        Screen(inbox: inbox)
          .navigationDestination(isPresented: .constant(true)) { Text("next") }
      }
    }
    inbox.version = 1
    #expect(host.outline == "Text \"all read\"\nDestination\n  Text \"next\"")
  }

  @Test("A task whose id changes while its tab is hidden starts once, when the tab is shown again")
  func hiddenTask() async {
    struct Tabs: View {
      let model: Model
      let log: Log
      var body: some View {
        TabView(selection: Bindable(model).tab) {
          Work(model: model, log: log).tabItem { Text("first") }.tag(0)
          Text("other").tabItem { Text("second") }.tag(1)
        }
      }
    }
    struct Work: View {
      let model: Model
      let log: Log
      var body: some View {
        let version = model.version
        Text("work").task(id: version) {
          log("+\(version)")
          await waitForever()
          log("-\(version)")
        }
      }
    }
    let (log, model) = (Log(), Model())
    let host = TreeHost(Tabs(model: model, log: log))
    await host.settle()
    model.tab = 1
    await host.settle()
    batchUpdates {
      model.tab = 0
      model.version = 1
    }
    await host.settle()
    #expect(log.entries == ["+0", "-0", "+1"])
    host.unmount()
    await host.settle()
    #expect(log.entries == ["+0", "-0", "+1", "-1"])
  }

  @Test("A task whose id changes in the update that hides it starts when it is seen again")
  func hiddenWithOtherID() async {
    struct Screen: View {
      let log: Log
      @State private var turn = 0
      @State private var tab = 0
      var body: some View {
        TabView(selection: $tab) {
          Text("a").task(id: turn) { [turn] in
            log("start \(turn)")
            await waitForever()
          }
          .tag(0).tabItem { Text("A") }
          Text("b").tag(1).tabItem { Text("B") }
        }
        Button("Turn") { (turn, tab) = (turn + 1, 1) }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    await host.settle()
    host.tap("Turn")
    await host.settle()
    #expect(log.entries == ["start 0"])
    host.tap("A")
    await host.settle()
    #expect(log.entries == ["start 0", "start 1"])
  }
}

/// Ends when the task is cancelled.
@MainActor private func waitForever() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}
