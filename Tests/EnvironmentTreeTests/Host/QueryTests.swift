import EnvironmentTree
import ModelObservation
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

@MainActor private final class Shown: ObservableModel {
  @Observed var step = 0
}

private struct Watching: View {
  let model: Shown
  @State private var text = ""
  var body: some View {
    Text("step \(model.step)")
    TextField("field \(model.step)", text: $text)
      .contextMenu { Button("Held") {} }
      .alert("Seven", isPresented: .constant(model.step == 7)) {}
  }
}

@Suite("Asking a host") @MainActor struct QueryTests {
  @Test("The outline has an empty text, and says of controls alone that they are disabled")
  func outline() {
    let host = TreeHost {
      Text("")
      Text("text")
      Button {
      } label: {
        HStack { Text("hidden") }.accessibilityLabel("named")
        Text("more")
      }
    }
    #expect(host.outline == "Text \"\"\nText \"text\"\nButton \"named more\"")
    let disabled = TreeHost(
      Group {
        Text("text")
        Button("button") {}
      }
      .disabled(true))
    #expect(disabled.outline == "Text \"text\"\nButton \"button\" (disabled)")
    let inner = TreeHost(Group { Button("button") {}.disabled(false) }.disabled(true))
    #expect(inner.outline == "Button \"button\" (disabled)")
  }

  @Test("Whatever a host is asked or told, it brings the tree up to date first")
  func upToDate() throws {
    let model = Shown()
    let host = TreeHost(Watching(model: model))
    model.step = 1
    #expect(host.evaluations.total == 2)
    model.step = 2
    host.resetEvaluations()
    #expect(host.evaluations.total == 0)
    model.step = 3
    #expect(try host.find("step 3").kind == "Text")
    model.step = 4
    #expect(try host.all("Text").map(\.label) == ["step 4"])
    model.step = 5
    host.focus("field 5")
    model.step = 6
    host.hold("field 6")
    #expect(host.presented.map(\.kind) == [.contextMenu])
    host.dismiss()
    model.step = 7
    #expect(host.presented.map(\.kind) == [.alert])
    model.step = 8
    #expect(host.presented.isEmpty)
    model.step = 7
    host.dismiss()
    #expect(host.presented.map(\.title) == ["Seven"])
  }

  @Test("A button in a tab that is not selected is not the one that is tapped")
  func otherTab() {
    struct Page: View {
      let name: String
      let log: Log
      var body: some View { Button("Same") { log(name) } }
    }
    struct Tabs: View {
      let log: Log
      var body: some View {
        TabView {
          Page(name: "first", log: log).tabItem { Text("First") }
          Page(name: "second", log: log).tabItem { Text("Second") }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Tabs(log: log))
    host.tap("Same")
    // A page is made when it is first selected.
    #expect(host.evaluations["Page"] == 1)
    host.tap("Second")
    host.tap("Same")
    #expect(log.entries == ["first", "second"])
  }

  @Test("What is hidden or takes no taps is not found, whatever is set further in")
  func hidden() throws {
    let host = TreeHost {
      Button("hidden") {}.hidden()
      Group { Button("untouchable") {}.allowsHitTesting(true) }.allowsHitTesting(false)
      Button("there") {}.allowsHitTesting(true)
    }
    for label in ["hidden", "untouchable"] {
      #expect(throws: NotFound.self) { try host.find(label) }
    }
    #expect(try host.find("there").isEnabled)
    let log = Log()
    let same = TreeHost {
      Button("Same") { log("hidden") }.hidden()
      Group { Button("Same") { log("untouchable") }.allowsHitTesting(true) }
        .allowsHitTesting(false)
      Button("Same") { log("there") }
    }
    same.tap("Same")
    #expect(log.entries == ["there"])
  }

  @Test("What a view presents takes taps, also where the view takes none")
  func presentedByUntouchable() throws {
    let sheet = TreeHost(
      Text("below").sheet(isPresented: .constant(true)) { Button("In sheet") {} }
        .allowsHitTesting(false))
    #expect(try sheet.find("In sheet").isEnabled)
    let alert = TreeHost(
      Text("below").alert("Sure?", isPresented: .constant(true)) { Button("OK") {} }
        .allowsHitTesting(false))
    #expect(try alert.find("OK").isEnabled)
  }

  @Test("A body that asks its host begins no other update")
  func askedMeanwhile() async {
    final class Holder {
      var host: TreeHost?
      var outlines: [String] = []
    }
    struct Curious: View {
      let holder: Holder
      let model: Shown
      var body: some View {
        let _ = holder.outlines.append(holder.host?.outline ?? "none")
        Text("step \(model.step)")
        VStack { Child(model: model) }
      }
    }
    struct Child: View {
      let model: Shown
      var body: some View { Text("\(model.step)") }
    }
    let (holder, model) = (Holder(), Shown())
    let host = TreeHost(Curious(holder: holder, model: model))
    holder.host = host
    let first = host.outline
    model.step = 1
    await host.settle()
    holder.host = nil
    #expect(holder.outlines == ["none", first])
    #expect(host.outline == first.replacing("0", with: "1"))
  }

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
