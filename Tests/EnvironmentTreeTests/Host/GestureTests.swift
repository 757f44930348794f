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
}
