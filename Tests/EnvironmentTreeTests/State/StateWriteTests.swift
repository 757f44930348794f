import EnvironmentTree
import ModelObservation
import TestSupport
import Testing

private enum SumKey: PreferenceKey {
  static let defaultValue = 0
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

@MainActor private final class Model: ObservableModel {
  @Observed var number = 0

  func count(_ turn: Int) { number = turn }
}

@Suite("Writes to state") struct StateWriteTests {
  @Test("A write to @State while a body runs is reported once, with the property and the view")
  func inBody() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        struct Row: View {
          @Binding var count: Int
          let turn: Int
          var body: some View {
            let _ = note()
            Text("row \(turn)")
          }
          func note() { count = turn }
        }
        struct Screen: View {
          @State private var count = -1
          @State private var turn = 0
          var body: some View {
            Button("Turn") { turn += 1 }
            Row(count: $count, turn: turn)
          }
        }
        let host = TreeHost(Screen())
        host.tap("Turn")
        #expect(host.outline.hasSuffix("row 1\""))
      }
    }
    let fault = """
      EnvironmentTree: fault: The state count was written while Screen > Row was evaluated, which \
      should only read: write it in an action, a task, onAppear or onChange.
      """
    #expect(result.report.split(separator: "\n").filter { $0.contains("fault") } == [fault[...]])
  }

  @Test("A write to @State in an action, a task, onAppear, onChange or an observer is not reported")
  func elsewhere() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await writeEverywhere()
    }
    #expect(!result.report.contains("fault"))
  }
}

/// Writes state wherever that is right.
@MainActor private func writeEverywhere() async {
  struct Screen: View {
    let model: Model
    @State private var count = 0
    @State private var token: ObservationToken?
    @State private var text = ""
    @State private var turn = 0
    var body: some View {
      // The observer of it writes, and not this body.
      let _ = model.count(turn)
      Button("Turn") { turn += 1 }
      Button("More") { count += 1 }
        .onAppear {
          count += 1
          token = observe { count = model.number }
        }
        .onChange(of: count) { text = "\(count)" }
        .task { count += 1 }
        .preference(key: SumKey.self, value: 1)
        .onPreferenceChange(SumKey.self) { count += $0 }
      TextField("Text", text: $text)
    }
  }
  let model = Model()
  let host = TreeHost(Screen(model: model))
  await host.settle()
  host.tap("More")
  host.type("x", into: "Text")
  host.tap("Turn")
  #expect(model.number == 1)
  model.number = 5
  await host.settle()
}
