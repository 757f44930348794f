import EnvironmentTree
import TestSupport
import Testing

private struct Screen: View {
  @State private var text = "milk"
  @State private var isOn = true
  @State private var isShown = false
  var body: some View {
    VStack {
      Text("Log out of everything?")
      Button("Log out") {}
      Button("Delete account") {}.disabled(true)
      TextField("Search", text: $text)
      Toggle("Sound", isOn: $isOn)
      List(1..<4, id: \.self) { Text("Row \($0)") }
      Button {
        isShown = true
      } label: {
        Label("Open", systemImage: "plus")
      }
    }
    .sheet(isPresented: $isShown) { Text("Only this") }
  }
}

@Suite("Asking a host") @MainActor struct QueryTests {
  @Test("A view is found by its label, a control before a text, and says what it is")
  func find() throws {
    let host = TreeHost(Screen())
    let button = try host.find("Log out")
    #expect(button.kind == "Button")
    #expect(button.isEnabled)
    #expect(try !host.find("Delete account").isEnabled)
    #expect(try host.find("Search").value == "\"milk\"")
    #expect(try host.find("Sound").value == "on")
    // By a part of it, where there is one.
    #expect(try host.find("everything").outline == "Text \"Log out of everything?\"")
    #expect(try host.find("Open").kind == "Button")
  }

  @Test("All of a name, or of a kind, in the order of the outline")
  func all() throws {
    let host = TreeHost(Screen())
    #expect(try host.all("Row").map(\.label) == ["Row 1", "Row 2", "Row 3"])
    #expect(try host.all("Button").map(\.label) == ["Log out", "Delete account", "Open"])
  }

  @Test("What is covered is not found; the error says what there is")
  func covered() throws {
    let host = TreeHost(Screen())
    host.tap("Open")
    let error = #expect(throws: NotFound.self) { try host.find("Log out") }
    #expect(
      error?.description == """
        There is no "Log out". What is in front:
        Sheet
          Text "Only this"
        """)
  }

  @Test("A name that is not there, and one that two have: the error says which are like it")
  func errors() throws {
    let host = TreeHost(Screen())
    let missing = #expect(throws: NotFound.self) { try host.find("log Out") }
    #expect(
      missing?.description.hasPrefix(
        "There is no \"log Out\". Did you mean Text \"Log out of everything?\", Button \"Log out\"?"
      )
        == true)
    #expect(missing?.description.contains("TextField \"Search\": \"milk\"") == true)
    let several = #expect(throws: NotFound.self) { try host.find("Row") }
    #expect(
      several?.description.hasPrefix(
        "\"Row\" is the name of 3 views:\n  Text \"Row 1\"\n  Text \"Row 2\"") == true)
    #expect(throws: NotFound.self) { try host.all("Column") }
  }

  @Test("A gesture at what is not there: the trap shows the tree")
  func missingGesture() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { TreeHost(Screen()).hold("Log out") }
    }
    let report = result.report
    #expect(report.contains("There is no \"Log out\" to hold. The tree:\nVStack"))
  }
}
