import EnvironmentTree
import ModelObservation
import Observation
import Testing

private enum WidthKey: PreferenceKey {
  static let defaultValue = 0
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

private enum NamesKey: PreferenceKey {
  static let defaultValue: [String] = []
  static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
}

@MainActor private final class Scale: ObservableModel {
  @Observed var factor = 2
}

@Observable private final class Margin {
  var width = 1
}

@Suite("What views hand up") @MainActor struct PreferenceTests {
  @Test("What views hand up is reduced in order, replaced and changed on the way, and told once")
  func preferences() {
    struct Screen: View {
      let log: Log
      @State private var width = 1
      @State private var turn = 0
      var body: some View {
        VStack {
          Text("a").preference(key: WidthKey.self, value: width)
          Group {
            Text("b").preference(key: WidthKey.self, value: 10)
            Text("c").preference(key: WidthKey.self, value: 20)
          }
          .transformPreference(WidthKey.self) { $0 *= 2 }
          Group { Text("d").preference(key: WidthKey.self, value: 1_000) }
            .preference(key: WidthKey.self, value: 100)
        }
        .onPreferenceChange(WidthKey.self) { log("\($0)") }
        Button("Wider") { width += 1 }
        Button("Turn \(turn)") { turn += 1 }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    #expect(log.entries == ["161"])
    host.tap("Turn 0")
    host.tap("Wider")
    #expect(log.entries == ["161", "162"])
  }

  @Test("Views that only move hand up what they have in another order")
  func movedPreferences() {
    struct Row: View {
      let name: String
      var body: some View { Text(name).preference(key: NamesKey.self, value: [name]) }
    }
    struct Rows: View {
      @State private var names = ["a", "b", "c"]
      var body: some View {
        ForEach(names, id: \.self) { Row(name: $0) }
        Button("Reverse") { names.reverse() }
      }
    }
    struct Screen: View {
      let log: Log
      var body: some View {
        Rows().onPreferenceChange(NamesKey.self) { log($0.joined()) }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Reverse")
    #expect(log.entries == ["abc", "cba"])
  }

  @Test("A preference that a view further in sets, or takes with it, is told to who is there")
  func changedPreferences() {
    struct Width: View {
      @State private var width = 1
      @State private var isShown = true
      var body: some View {
        if isShown { Text("a").preference(key: WidthKey.self, value: width) }
        Button("Wider") { width += 1 }
        Button("Hide") { isShown = false }
      }
    }
    struct Reader: View {
      let name: String
      let log: Log
      var body: some View {
        Width().onPreferenceChange(WidthKey.self) { log("\(name) \($0)") }
      }
    }
    struct Screen: View {
      let log: Log
      @State private var isLeft = false
      var body: some View {
        Reader(name: "first", log: log)
        if !isLeft { Reader(name: "second", log: log) }
        Button("Leave") { isLeft = true }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Wider", at: 1)
    #expect(log.entries == ["first 1", "second 1", "second 2"])
    host.tap("Leave")
    host.tap("Hide")
    #expect(log.entries == ["first 1", "second 1", "second 2", "first 0"])
  }

  @Test("What transformPreference reads has it run again, and no body")
  func followedPreferences() async {
    struct Screen: View {
      let scale: Scale
      let margin: Margin
      let log: Log
      @State private var extra = 0
      var body: some View {
        Text("a").preference(key: WidthKey.self, value: 10)
          .transformPreference(WidthKey.self) { $0 = $0 * scale.factor + margin.width + extra }
          .onPreferenceChange(WidthKey.self) { log("\($0)") }
        Button("Extra") { extra += 100 }
      }
    }
    let (scale, margin, log) = (Scale(), Margin(), Log())
    let host = TreeHost(Screen(scale: scale, margin: margin, log: log))
    host.resetEvaluations()
    scale.factor = 3
    margin.width = 2
    await host.settle()
    host.tap("Extra")
    #expect(host.evaluations.total == 0)
    #expect(log.entries.first == "21")
    #expect(log.entries.last == "132")
    scale.factor = 4
    await host.settle()
    #expect(log.entries.last == "142")
  }

  @Test("What views in a sheet hand up does not count around it")
  func sheetPreferences() {
    let log = Log()
    let host = TreeHost(
      Text("a").preference(key: WidthKey.self, value: 1)
        .sheet(isPresented: .constant(true)) {
          Text("sheet").preference(key: WidthKey.self, value: 10)
        }
        .onPreferenceChange(WidthKey.self) { log("\($0)") })
    #expect(host.presented.count == 1)
    #expect(log.entries == ["1"])
  }
}
