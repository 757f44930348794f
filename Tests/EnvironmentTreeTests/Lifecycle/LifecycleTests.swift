import EnvironmentTree
import ModelObservation
import Synchronization
import TestSupport
import Testing

private struct Item: Identifiable, Hashable {
  let id: Int
}

private struct Rows: View {
  @State private var items = [Item(id: 1), Item(id: 2), Item(id: 3)]
  var body: some View {
    Button("Reverse") { items.reverse() }
    Button("Drop") { items.removeFirst() }
    Button("Restore") { items = [Item(id: 1), Item(id: 2), Item(id: 3)] }
    List(items) { Tally(name: "row \($0.id)") }
  }
}

@Suite("Identity and lifecycle") @MainActor struct LifecycleTests {
  @Test("State persists while the parent is evaluated again")
  func persists() {
    struct Parent: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Tally(name: "child \(turn)")
      }
    }
    let host = TreeHost(Parent())
    host.tap("child 0")
    host.tap("Turn")
    #expect(host.outline.contains("Text \"child 1 1\""))
  }

  @Test("A view value that is placed twice has two states")
  func placedTwice() {
    struct Twice: View {
      var body: some View {
        let tally = Tally(name: "same")
        VStack {
          tally
          tally
        }
      }
    }
    let host = TreeHost(Twice())
    host.tap("same", at: 1)
    host.tap("same", at: 1)
    host.tap("same", at: 0)
    #expect(
      host.outline == """
        VStack
          Button "same"
          Text "same 1"
          Button "same"
          Text "same 2"
        """)
  }

  @Test("The branches of a condition have states of their own")
  func branches() {
    struct Branches: View {
      @State private var isFirst = true
      var body: some View {
        Button("Switch") { isFirst.toggle() }
        if isFirst { Tally(name: "it") } else { Tally(name: "it") }
      }
    }
    let host = TreeHost(Branches())
    host.tap("it")
    #expect(host.outline.contains("it 1"))
    host.tap("Switch")
    #expect(host.outline.contains("it 0"))
    host.tap("Switch")
    #expect(host.outline.contains("it 0"))
  }

  @Test("State stays with the identity of a row, and is dropped with the row")
  func rows() {
    let host = TreeHost(Rows())
    host.tap("row 1")
    host.tap("row 3")
    host.tap("row 3")
    host.tap("Reverse")
    let texts = host.outline.split(separator: "\n").filter { $0.contains("Text") }
    #expect(texts == ["  Text \"row 3 2\"", "  Text \"row 2 0\"", "  Text \"row 1 1\""])
    host.tap("Drop")
    host.tap("Restore")
    #expect(host.outline.contains("row 1 1"))
    #expect(host.outline.contains("row 3 0"))
  }

  @Test("Another id is another view")
  func id() {
    struct Identified: View {
      @State private var id = 0
      var body: some View {
        Button("Renew") { id += 1 }
        Tally(name: "it").id(id)
      }
    }
    let host = TreeHost(Identified())
    host.tap("it")
    host.tap("Renew")
    #expect(host.outline.contains("it 0"))
  }

  @Test("Another type behind AnyView is another view")
  func anyView() {
    struct Erased: View {
      @State private var isText = false
      var body: some View {
        Button("Switch") { isText.toggle() }
        isText ? AnyView(Text("text")) : AnyView(Tally(name: "it"))
      }
    }
    let host = TreeHost(Erased())
    host.tap("it")
    host.tap("Switch")
    #expect(host.outline.contains("Text \"text\""))
    host.tap("Switch")
    #expect(host.outline.contains("it 0"))
  }

  @Test("Appearing, changing and disappearing are told once each, after the update")
  func events() {
    struct Eventful: View {
      let log: Log
      @State private var count = 0
      @State private var isShown = true
      var body: some View {
        let _ = log("body")
        Button("Count") { count += 1 }
        Button("Hide") { isShown = false }
        if isShown {
          Text("\(count)")
            .onAppear { log("appear") }
            .onDisappear { log("disappear") }
            .onChange(of: count) { log("from \($0) to \($1)") }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Eventful(log: log))
    #expect(log.entries == ["body", "appear"])
    host.tap("Count")
    #expect(log.entries == ["body", "appear", "body", "from 0 to 1"])
    host.tap("Hide")
    #expect(log.entries.suffix(2) == ["body", "disappear"])
    host.unmount()
    #expect(log.entries.count == 6)
  }

  @Test(
    "A change is told of where the value is another one, and the initial value at each appearance")
  func change() {
    struct Screen: View {
      let log: Log
      @State private var turn = 0
      @State private var isCovered = false
      var body: some View {
        NavigationStack {
          Button("Turn") { turn += 1 }
            .onChange(of: turn / 2, initial: true) { log("\($0) to \($1), \(turn)") }
          Button("Go") { isCovered = true }
            .navigationDestination(isPresented: $isCovered) { Text("there") }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    #expect(log.entries == ["0 to 0, 0"])
    host.tap("Turn")
    host.tap("Turn")
    #expect(log.entries == ["0 to 0, 0", "0 to 1, 2"])
    host.tap("Go")
    #expect(log.entries.count == 2)
    host.dismiss()
    #expect(log.entries == ["0 to 0, 0", "0 to 1, 2", "1 to 1, 2"])
  }

  @Test("An update that keeps changing what it reads traps, and says where")
  func endless() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        struct Endless: View {
          @State private var count = 0
          var body: some View {
            Text("\(count)").onChange(of: count, initial: true) { count += 1 }
          }
        }
        _ = TreeHost(Endless())
      }
    }
    let report = result.report
    #expect(report.contains("The tree was updated 1000 times in a row"))
    #expect(report.contains("Last: Endless"))
  }

  @Test("A model in @State is the one that was made first")
  func model() {
    final class Model {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    struct Child: View {
      @State private var model: Model
      init(_ number: Int) { _model = State(initialValue: Model(number)) }
      var body: some View { Text("model \(model.number)") }
    }
    struct Parent: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Child(turn)
        Text("turn \(turn)")
      }
    }
    let host = TreeHost(Parent())
    host.tap("Turn")
    #expect(host.outline.contains("model 0"))
    #expect(host.outline.contains("turn 1"))
  }

  @Test(
    "A dynamic property of the user's is updated before the body, with those inside tied to the node"
  )
  func nested() {
    struct Doubled: DynamicProperty {
      @State private var number = 1
      private(set) var value = 0
      mutating func update() { value = number * 2 }
      func increase() { number += 1 }
    }
    struct Reader: View {
      let doubled = Doubled()
      var body: some View {
        Text("\(doubled.value)")
        Button("More") { doubled.increase() }
      }
    }
    let host = TreeHost(Reader())
    #expect(host.outline.contains("Text \"2\""))
    host.tap("More")
    #expect(host.outline.contains("Text \"4\""))
  }

  @Test("A binding reads and writes the state that it came from; handing it on is not a read")
  func binding() {
    struct Child: View {
      @Binding var text: String
      var body: some View { TextField("Name", text: $text) }
    }
    struct Parent: View {
      @State private var name = "Ada"
      var body: some View { Child(text: $name) }
    }
    let host = TreeHost(Parent())
    host.resetEvaluations()
    host.type("Grace", into: "Name")
    #expect(host.outline == "TextField \"Name\": \"Grace\"")
    #expect(host.evaluations.total == 0)
  }

  @Test("A tree ends on the main actor, on whichever thread its host is released")
  func releasedElsewhere() async {
    final class Model: ObservableModel {
      @Observed var name = "Ada"
    }
    struct Reader: View {
      let end: @MainActor () -> Void
      @State private var model = Model()
      var body: some View {
        let _ = onCleanup {
          MainActor.preconditionIsolated()
          end()
        }
        Text(model.name)
      }
    }
    let ended = Gate()
    let host = Mutex<TreeHost?>(TreeHost(Reader { ended.open() }))
    await Task.detached {
      let last = host.withLock { $0.take() }
      #expect(last != nil)
    }.value
    await ended.wait()
  }

  @Test("A host that is released frees its tree and its models")
  func released() {
    final class Model {}
    struct Holder: View {
      @State var model: Model
      @State private var count = 0
      @Environment(\.isEnabled) private var isEnabled
      var body: some View {
        let _ = (model, isEnabled)
        Button("\(count)") { count += 1 }
      }
    }
    weak var model: Model?
    var host: TreeHost?
    do {
      let made = Model()
      model = made
      host = TreeHost(Holder(model: made))
    }
    host?.tap("0")
    #expect(model != nil)
    host = nil
    #expect(model == nil)
  }
}
