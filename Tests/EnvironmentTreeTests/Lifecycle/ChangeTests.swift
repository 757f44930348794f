import EnvironmentTree
import ModelObservation
import Testing

@MainActor private final class Registry: ObservableModel {
  @Observed var count = 0
}

/// Counts itself when it is made, which is in the update in which its row comes.
@MainActor private final class RowModel: ObservableModel, ObservableObject {
  init(_ registry: Registry) { registry.count += 1 }
}

private struct Row: View {
  @StateObject private var model: RowModel
  init(_ registry: Registry) { _model = StateObject(wrappedValue: RowModel(registry)) }
  var body: some View { Text("row") }
}

/// Rows, and a value of a number of rows, which is evaluated before and after a row has come.
private struct Screen: View {
  let registry: Registry
  let log: Log
  let value: @MainActor (_ rows: Int, _ known: Int) -> Int
  @State private var rows = 0
  var body: some View {
    let value = value(rows, registry.count)
    Button("Add") { rows += 1 }
    Text("value \(value)")
      .onChange(of: value) { log("\($0) to \($1)") }
      .task(id: value) { log("task \(value)") }
    ForEach(0..<rows) { _ in Row(registry) }
  }
}

@Suite("What is told of a change") @MainActor struct ChangeTests {
  @Test("A value that changes twice in one update has changed once, from the first to the last")
  func once() async {
    let log = Log()
    let host = TreeHost(Screen(registry: Registry(), log: log) { $0 + $1 })
    await host.settle()
    #expect(log.entries == ["task 0"])
    host.tap("Add")
    await host.settle()
    #expect(host.outline.contains("value 2"))
    #expect(log.entries == ["task 0", "0 to 2", "task 2"])
    host.tap("Add")
    await host.settle()
    #expect(log.entries == ["task 0", "0 to 2", "task 2", "2 to 4", "task 4"])
  }

  @Test("A value that is back when the update ends has not changed")
  func back() async {
    let log = Log()
    let host = TreeHost(Screen(registry: Registry(), log: log) { ($0 + $1) % 2 })
    await host.settle()
    host.tap("Add")
    await host.settle()
    #expect(host.outline.contains("value 0"))
    #expect(log.entries == ["task 0"])
  }

  @Test("A view is told of no change in the update in which it comes")
  func arrival() {
    struct Coming: View {
      let registry: Registry
      let log: Log
      @State private var isOn = false
      var body: some View {
        Button("Add") { isOn = true }
        if isOn {
          Text("value \(registry.count)")
            .onChange(of: registry.count, initial: true) { log("\($0) to \($1)") }
          Row(registry)
        }
      }
    }
    let log = Log()
    let registry = Registry()
    let host = TreeHost(Coming(registry: registry, log: log))
    host.tap("Add")
    #expect(host.outline.contains("value 1"))
    #expect(log.entries == ["1 to 1"])
    registry.count = 5
    #expect(host.outline.contains("value 5"))
    #expect(log.entries == ["1 to 1", "1 to 5"])
  }
}
