import EnvironmentTree
import Testing

@Suite("Who has the focus") @MainActor struct FocusTests {
  @Test("A field in a sheet does not take the focus that what presents the sheet is tied to")
  func focusInSheet() {
    struct Screen: View {
      @State private var text = ""
      @FocusState private var isFocused: Bool
      var body: some View {
        Text("focused \(isFocused)")
          .sheet(isPresented: .constant(true)) { TextField("Inner", text: $text) }
          .focused($isFocused)
      }
    }
    let host = TreeHost(Screen())
    host.type("a", into: "Inner")
    #expect(host.outline.contains("focused false"))
  }

  @Test("A field that is tied to nothing takes the focus from those that are")
  func untied() {
    struct Screen: View {
      @State private var text = ""
      @FocusState private var isFocused: Bool
      var body: some View {
        TextField("Tied", text: $text).focused($isFocused)
        TextField("Free", text: $text)
        Text("focused \(isFocused)")
      }
    }
    let host = TreeHost(Screen())
    host.focus("Tied")
    #expect(host.outline.contains("focused true"))
    host.type("a", into: "Free")
    #expect(host.outline.contains("focused false"))
  }

  @Test("A field that goes takes the focus from no other one")
  func otherGoes() {
    struct Screen: View {
      @State private var text = ""
      @State private var isLong = true
      @FocusState private var field: Int?
      var body: some View {
        TextField("First", text: $text).focused($field, equals: 1)
        if isLong { TextField("Second", text: $text).focused($field, equals: 2) }
        Text("field \(field ?? 0)")
        Button("Shorten") { isLong = false }
      }
    }
    let host = TreeHost(Screen())
    host.focus("First")
    host.tap("Shorten")
    #expect(host.outline.contains("Text \"field 1\""))
  }

  @Test("The focus stays where the view that keeps it is made anew")
  func madeAnew() {
    struct Form: View {
      let turn: Int
      @State private var text = ""
      @FocusState private var isFocused: Bool
      var body: some View {
        TextField("Name", text: $text).focused($isFocused)
        Text("\(turn) \(isFocused)")
      }
    }
    struct Screen: View {
      @State private var turn = 0
      var body: some View {
        Form(turn: turn)
        Button("Turn") { turn += 1 }
      }
    }
    let host = TreeHost(Screen())
    host.focus("Name")
    host.tap("Turn")
    #expect(host.outline.contains("Text \"1 true\""))
    #expect(host.outline.contains("(focused)"))
  }

  @Test("A value that no field is tied to becomes none; one whose field comes in the update stays")
  func unknownValue() {
    struct Screen: View {
      @State private var text = ""
      @State private var isLong = false
      @FocusState private var field: Int?
      @FocusState private var isFocused: Bool
      var body: some View {
        TextField("First", text: $text).focused($field, equals: 1)
        if isLong { TextField("Second", text: $text).focused($field, equals: 2) }
        Text("field \(field ?? 0) \(isFocused)")
        Button("Lost") { field = 2 }
        Button("Untied") { isFocused = true }
        Button("Longer") {
          field = 2
          isLong = true
        }
      }
    }
    let host = TreeHost(Screen())
    host.focus("First")
    host.tap("Lost")
    #expect(host.outline.contains("Text \"field 0 false\""))
    host.tap("Untied")
    #expect(host.outline.contains("Text \"field 0 false\""))
    host.tap("Longer")
    #expect(host.outline.contains("Text \"field 2 false\""))
    #expect(host.outline.contains("TextField \"Second\": \"\" (focused)"))
  }
}
