import EnvironmentTree
import Testing

@Suite("What a host does with views") @MainActor struct GestureTests {
  @Test("A tap on what is disabled is the gesture's around it")
  func aroundDisabled() {
    let log = Log()
    let host = TreeHost(
      Button("Buy") { log("bought") }.disabled(true).onTapGesture { log("explained") })
    host.tap("Buy")
    #expect(log.entries == ["explained"])
  }

  @Test("A tap is the innermost's: a button's, and not the gesture's of the view that it is in")
  func innermost() {
    struct Screen: View {
      let log: Log
      @State private var name = ""
      var body: some View {
        Form {
          TextField("Name", text: $name)
          Button("Save") { log("save") }
        }
        .onTapGesture { log("form") }
        Text("text").onTapGesture { log("inner") }.onTapGesture { log("outer") }
        HStack {
          Text("more")
          Button("Open") { log("open") }
        }
        .onTapGesture { log("row") }
        Text("Save").onTapGesture { log("text") }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Save")
    host.tap("text")
    host.tap("Open")
    host.tap("more Open")
    host.tap("Save", at: 1)
    #expect(log.entries == ["save", "inner", "open", "row", "text"])
  }

  @Test("What is disabled cannot be held, swiped, given the focus or submitted")
  func disabled() {
    struct Screen: View {
      let log: Log
      @State private var text = ""
      @FocusState private var isFocused: Bool
      var body: some View {
        Group {
          Text("row").contextMenu { Button("held") {} }.swipeActions { Button("swiped") {} }
          Menu {
            Button("chosen") {}
          } label: {
            Text("menu")
          } primaryAction: {
          }
          TextField("field", text: $text).focused($isFocused)
        }
        .onSubmit { log("submitted") }
        .disabled(true)
        Text(isFocused ? "focused" : "idle")
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.hold("row")
    host.swipe("row")
    host.hold("menu")
    host.focus("field")
    host.submit("field")
    #expect(host.presented.isEmpty)
    #expect(host.outline.hasSuffix("Text \"idle\""))
    #expect(log.entries.isEmpty)
  }

  @Test("A view in which something is disabled can be held and swiped, and what is shown used")
  func disabledInside() {
    let log = Log()
    let host = TreeHost(
      Button("row") {}.disabled(true)
        .contextMenu { Button("held") { log("held") } }
        .swipeActions { Button("swiped") { log("swiped") } })
    host.hold("row")
    host.tap("held")
    host.swipe("row")
    host.tap("swiped")
    #expect(log.entries == ["held", "swiped"])
  }

  @Test("Which one, where several fields, switches, pickers or rows have the name")
  func several() {
    struct Item: Identifiable {
      let id: Int
      var name = ""
      var isOn = false
      var size = "S"
    }
    struct Screen: View {
      let log: Log
      @State private var items = [Item(id: 1), Item(id: 2)]
      @FocusState private var focus: Int?
      var body: some View {
        let states = items.map { "\($0.id) \($0.name) \($0.isOn) \($0.size)" }
        let _ = log(states.joined(separator: ", ") + ", focus \(focus ?? 0)")
        ForEach($items) { $item in
          Text("same")
          Text("same")
          TextField("Name", text: $item.name).focused($focus, equals: item.id)
            .onSubmit { log("submitted \(item.id)") }
          Toggle("On", isOn: $item.isOn)
          Picker("Size", selection: $item.size) {
            Text("S").tag("S")
            Text("L").tag("L")
          }
        }
        .onDelete { items.remove(atOffsets: $0) }
        .onMove { items.move(fromOffsets: $0, toOffset: $1) }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    func does(_ entry: String, _ act: (TreeHost) -> Void) {
      act(host)
      #expect(log.entries.last == entry)
    }
    does("1  false S, 2  false S, focus 2") { $0.focus("Name", at: 1) }
    does("1  false S, 2 x false S, focus 2") { $0.type("x", into: "Name", at: 1) }
    does("submitted 2") { $0.submit("Name", at: 1) }
    does("1  false S, 2 x true S, focus 2") { $0.toggle("On", at: 1) }
    does("1  false S, 2 x true L, focus 2") { $0.select("L", in: "Size", at: 1) }
    does("1 y false S, 2 x true L, focus 1") { $0.type("y", into: "Name") }
    does("2 x true L, 1 y false S, focus 1") { $0.move("same", to: 0, at: 1) }
    does("2 x true L, focus 0") { $0.delete("same", at: 1) }
  }
}
