import EnvironmentTree
import Testing

@Suite("What a host does with views") @MainActor struct GestureTests {
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
}
