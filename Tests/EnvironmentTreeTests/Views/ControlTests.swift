import EnvironmentTree
import Foundation
import TestSupport
import Testing

private struct Settings: View {
  @State private var name = "Ada"
  @State private var password = ""
  @State private var isOn = false
  @State private var theme = "light"
  @State private var taps = 0
  @Environment(\.openURL) private var openURL

  var body: some View {
    Form {
      Section("Account") {
        TextField("Name", text: $name)
        SecureField("Password", text: $password)
      }
      Toggle("Notifications", isOn: $isOn)
      Picker("Theme", selection: $theme) {
        Text("Light").tag("light")
        Text("Dark").tag("dark")
      }
      Button {
        taps += 1
      } label: {
        HStack {
          Text("Save")
          Text("now")
        }
      }
      .disabled(!isOn)
      Button("Help") {
        if let url = URL(string: "https://example.com/help") { openURL(url) }
      }
      if let url = URL(string: "https://example.com") { Link("Site", destination: url) }
      Text("taps \(taps)").onTapGesture { taps += 10 }
      ProgressView("Saving")
      ContentUnavailableView("Nothing", systemImage: "x", description: Text("at all"))
      Spacer()
      Divider()
      Color.red
      AsyncImage(url: nil)
    }
    .navigationTitle("Settings").font(.caption).foregroundColor(.red).padding()
    .animation(.default, value: isOn).previewDisplayName("Settings")
  }
}

@Suite("Controls") @MainActor struct ControlTests {
  @Test("An option of a picker stands for its tag, and an element without one for its identity")
  func options() throws {
    enum Flavor: String, CaseIterable, Identifiable {
      case vanilla, mint
      var id: Self { self }
    }
    struct Order: View {
      @State private var flavor = Flavor.vanilla
      @State private var size = 0
      var body: some View {
        Picker("Flavor", selection: $flavor) {
          ForEach(Flavor.allCases) { Text($0.rawValue) }
        }
        Picker("Size", selection: $size) {
          Text("none").tag(0)
          ForEach(1..<3, id: \.self) { number in
            Text("size \(number)").tag(10 * number)
            Text("half of \(number)").tag(5 * number)
          }
        }
      }
    }
    let host = TreeHost(Order())
    host.select("mint", in: "Flavor")
    #expect(try host.find("Flavor").value == "mint")
    for (option, value) in [("size 2", "20"), ("half of 2", "10"), ("none", "0")] {
      host.select(option, in: "Size")
      #expect(try host.find("Size").value == value)
    }
  }

  @Test("A tag stands for an optional of it too, and an optional tag for no other value")
  func optionalTags() throws {
    struct Order: View {
      @State private var size: Int? = 5
      @State private var count = 5
      var body: some View {
        Picker("Size", selection: $size) {
          Text("one").tag(1)
          Text("two").tag(2 as Int?)
          Text("none").tag(nil as Int?)
        }
        Picker("Count", selection: $count) {
          Text("one").tag(1 as Int?)
          Text("none").tag(nil as Int?)
          Text("two").tag(2 as UInt)
        }
      }
    }
    let host = TreeHost(Order())
    for (option, value) in [("one", 1), ("two", 2), ("none", nil)] {
      host.select(option, in: "Size")
      #expect(try host.find("Size").value == "\(value as Int?)")
      host.select(option, in: "Count")
      #expect(try host.find("Count").value == "5")
    }
  }

  @Test("The outline shows what a user sees, and the host does what a user does")
  func settings() throws {
    let host = TreeHost(Settings())
    host.type("Grace \"G\"", into: "Name")
    host.type("secret", into: "Password")
    host.tap("Save now")
    host.toggle("Notifications")
    host.select("Dark", in: "Theme")
    host.tap("Save now")
    host.tap("taps 1")
    host.tap("Help")
    host.tap("Site")
    #expect(
      host.openedURLs.map(\.absoluteString) == ["https://example.com/help", "https://example.com"])
    expectSnapshot(host.outline, "settings")
    host.toggle("Notifications")
    #expect(host.outline.contains("Button \"Save now\" (disabled)"))
  }

  @Test("A control that is not there: the trap names those that are, and shows the tree")
  func missing() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { TreeHost(Settings()).tap("Log out") }
    }
    let report = result.report
    #expect(report.contains("There is no \"Log out\" to tap; there is \"Save now\", \"Help\""))
    #expect(report.contains("SecureField \"Password\""))
  }

  @Test("A modifier's body runs when its properties change, not when its content does")
  func modifier() {
    struct Card: ViewModifier {
      let title: String
      @State private var count = 0
      func body(content: Content) -> some View {
        VStack {
          Text("\(title) \(count)")
          Button("More") { count += 1 }
          content
        }
      }
    }
    struct Parent: View {
      @State private var text = 0
      @State private var title = 0
      var body: some View {
        Button("Text") { text += 1 }
        Button("Title") { title += 1 }
        Text("content \(text)").modifier(Card(title: "title \(title)"))
      }
    }
    let host = TreeHost(Parent())
    host.tap("More")
    host.resetEvaluations()
    host.tap("Text")
    #expect(host.outline.contains("content 1"))
    #expect(host.evaluations.counts == ["Parent": 1])
    host.tap("Title")
    #expect(host.outline.contains("title 1 1"))
    #expect(host.evaluations.counts == ["Parent": 2, "Card": 1])
  }

  @Test("Equatable fields, identities and bindings decide whether a child is evaluated")
  func equivalence() {
    final class Model {}
    struct Value {
      let number: Int
      let name: String?
    }
    struct Child: View {
      let model: Model
      let value: Value
      let pair: (Int, String)
      @Binding var number: Int
      var body: some View { Text("\(value.number) \(pair.1)") }
    }
    struct Parent: View {
      let model = Model()
      @State private var turn = 0
      @State private var number = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Child(
          model: model,
          value: Value(number: turn / 2, name: "a long name that needs a buffer \(turn / 2)"),
          pair: (1, "another long string, made anew \(turn / 2)"), number: $number)
      }
    }
    let host = TreeHost(Parent())
    host.resetEvaluations()
    host.tap("Turn")
    #expect(host.evaluations.counts == ["Parent": 1])
    host.tap("Turn")
    #expect(host.evaluations.counts == ["Parent": 2, "Child": 1])
  }

  @Test("What imported C structures hold is compared, and so is what is behind a protocol")
  func otherKinds() {
    struct Clock: View {
      let time: timespec
      var body: some View { Text("\(time.tv_sec)") }
    }
    struct Wide: Equatable {
      let numbers: (Int, Int, Int, Int)
      let name: String
      static func == (first: Wide, second: Wide) -> Bool { first.name == second.name }
    }
    struct Child: View {
      let value: any Equatable
      var body: some View { Text("\(value)") }
    }
    struct OptionalChild: View {
      let value: (any Equatable)?
      var body: some View { Text("\(value.map { "\($0)" } ?? "none")") }
    }
    struct Parent: View {
      @State private var turn = 0
      private var wide: Wide {
        Wide(numbers: (1, 2, 3, 4), name: "a name that needs a buffer \(turn / 2)")
      }
      var body: some View {
        Button("Turn") { turn += 1 }
        Clock(time: timespec(tv_sec: turn / 2, tv_nsec: 0))
        Child(value: wide)
        OptionalChild(value: wide)
      }
    }
    let host = TreeHost(Parent())
    host.tap("Turn")
    #expect(
      host.evaluations.counts == ["Parent": 2, "Clock": 1, "Child": 1, "OptionalChild": 1])
    host.tap("Turn")
    #expect(
      host.evaluations.counts == ["Parent": 3, "Clock": 2, "Child": 2, "OptionalChild": 2])
    #expect(host.outline.contains("Text \"1\""))
    #expect(host.outline.components(separatedBy: "a name that needs a buffer 1").count == 3)
  }

  @Test("A value that hides what it holds from reflection is not taken for another")
  func hidden() {
    enum Hidden: CustomReflectable {
      case number(Int)
      var customMirror: Mirror { Mirror(self, children: ["number": "hidden"]) }
    }
    struct Child: View {
      let hidden: Hidden
      var body: some View {
        switch hidden {
        case .number(let number): Text("\(number)")
        }
      }
    }
    struct Parent: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Child(hidden: .number(turn))
      }
    }
    let host = TreeHost(Parent())
    host.tap("Turn")
    #expect(host.outline.hasSuffix("Text \"1\""))
  }
}
