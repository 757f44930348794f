import EnvironmentTree
import ModelObservation
import Testing

@MainActor private final class Declared: ObservableModel {
  @Observed var isOuter = false
}

private struct Declaring: View {
  let model: Declared
  var body: some View {
    if model.isOuter { Text("a").navigationDestination(for: Int.self) { Text("outer \($0)") } }
    VStack {
      Group { Text("b").navigationDestination(for: Int.self) { Text("inner \($0)") } }
    }
    NavigationLink("Go", value: 1)
  }
}

@MainActor private final class Steps: ObservableModel {
  @Observed var count = 0
}

private struct Following: View {
  let steps: Steps
  @State private var isOn = false
  var body: some View {
    Button("On") { isOn = true }
      .navigationDestination(isPresented: $isOn) { Button("More") { steps.count += 1 } }
  }
}

private struct Going: View {
  let steps: Steps
  @State private var isOn = false
  var body: some View {
    Button("Go") { isOn = true }
      .navigationDestination(isPresented: $isOn) {
        Text("first \(steps.count)")
        Following(steps: steps)
      }
  }
}

@Suite("Destinations while they are shown") @MainActor struct DestinationTests {
  @Test("A declaration nearer the root takes over what is on the path, and gives it back")
  func declarations() async {
    let model = Declared()
    let host = TreeHost(NavigationStack { Declaring(model: model) })
    host.tap("Go")
    for isOuter in [true, false, true] {
      model.isOuter = isOuter
      await host.settle()
      #expect(host.presented.map(\.outline) == ["Text \"\(isOuter ? "outer" : "inner") 1\""])
    }
  }

  @Test("A sheet of a sheet is presented once, and in front of that")
  func sheetOfSheet() {
    struct Outer: View {
      @State private var isShown = true
      var body: some View {
        Text("root").sheet(isPresented: $isShown) { Inner() }
      }
    }
    struct Inner: View {
      @State private var isShown = true
      var body: some View {
        Text("sheet").sheet(isPresented: $isShown) { Text("front") }
      }
    }
    let host = TreeHost(Outer())
    #expect(host.presented.count == 2)
    #expect(host.presented.last?.outline == "Text \"front\"")
    host.dismiss()
    #expect(host.presented.map(\.outline) == ["Text \"sheet\""])
  }

  @Test("A stack that is given another path shows what is on that, and no destination in vain")
  func otherPath() {
    struct Root: View {
      let log: Log
      var body: some View {
        Text("root").navigationDestination(for: Int.self) { number in
          let _ = log("\(number)")
          Button("number \(number)") {}
        }
      }
    }
    struct Screen: View {
      let log: Log
      @State private var turn = 0
      @State private var isFirst = true
      @State private var first: [Int] = []
      @State private var second = [1]
      var body: some View {
        NavigationStack(path: isFirst ? $first : $second) { Root(log: log) }
          .sheet(isPresented: .constant(true)) {
            Button("Switch") { isFirst.toggle() }
            Button("Turn \(turn)") { turn += 1 }
          }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Switch")
    #expect(host.presented.first?.outline == "Button \"number 1\"")
    log.entries = []
    host.tap("Turn 0")
    #expect(log.entries.isEmpty)
    host.tap("Switch")
    #expect(host.presented.map(\.kind) == [.sheet])
    host.tap("Switch")
    #expect(host.presented.map(\.kind) == [.destination, .sheet])
  }

  @Test("A destination that is evaluated again stays below the one that was gone to from it")
  func evaluatedAgain() {
    let steps = Steps()
    let host = TreeHost(
      NavigationStack {
        Going(steps: steps)
      })
    host.tap("Go")
    host.tap("On")
    host.tap("More")
    host.tap("More")
    #expect(host.presented.map(\.outline).last == "Button \"More\"")
    host.dismiss()
    #expect(host.presented.map(\.outline) == ["Text \"first 2\"\nButton \"On\""])
  }

  @Test("A push evaluates one destination, and reads the path as often as the push before")
  func push() {
    struct Screen: View {
      let reads: Log
      let destinations: Log
      @State private var path: [Int] = []
      var body: some View {
        let path = Binding {
          reads("path")
          return self.path
        } set: {
          self.path = $0
        }
        NavigationStack(path: path) { Root(destinations: destinations) }
      }
    }
    struct Root: View {
      let destinations: Log
      var body: some View {
        NavigationLink("0", value: 1).navigationDestination(for: Int.self) { number in
          let _ = destinations("\(number)")
          NavigationLink("\(number)", value: number + 1)
        }
      }
    }
    let (reads, destinations) = (Log(), Log())
    let host = TreeHost(Screen(reads: reads, destinations: destinations))
    var counts: Set<Int> = []
    for number in 0..<5 {
      (reads.entries, destinations.entries) = ([], [])
      host.tap("\(number)")
      #expect(destinations.entries == ["\(number + 1)"])
      counts.insert(reads.entries.count)
    }
    #expect(counts.count == 1)
    #expect(host.presented.count == 5)
  }

  @Test("A destination outside every stack is reported")
  func outside() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let view = Text("a").navigationDestination(isPresented: .constant(true)) { Text("b") }
        precondition(TreeHost(view).presented.isEmpty)
      }
    }
    let report = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(report.contains("A destination was to be shown outside every NavigationStack"))
  }
}
