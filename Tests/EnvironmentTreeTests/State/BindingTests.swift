import EnvironmentTree
import ModelObservation
import Testing

private struct Pair {
  var first = "a"
  var second = "b"
}

private final class Draft: ObservableObject {
  @Published var title = "title"
  @Published var note = "note"
}

@MainActor private final class Page: ObservableModel {
  @Observed var text: String
  @Observed var note = "note"
  init(_ text: String) { self.text = text }
}

private struct BoundText: View {
  @Binding var text: String
  var body: some View { Text(text) }
}

/// Gives a view another binding at each turn, which nothing else has evaluated.
private struct Turning: View {
  @State private var turn = 0
  let binding: @MainActor (Int) -> Binding<String>
  var body: some View {
    Button("Turn") { turn += 1 }
    BoundText(text: binding(turn))
  }
}

@Suite("Bindings are told apart") @MainActor struct BindingTests {
  private func texts(_ host: TreeHost) -> [String] {
    var texts: [String] = []
    for _ in 0..<2 {
      texts += host.outline.split(separator: "\n").dropFirst().map(String.init)
      host.tap("Turn")
    }
    return texts
  }

  @Test("A view that is given a binding to another property shows that one")
  func members() {
    struct Screen: View {
      @State private var pair = Pair()
      var body: some View { Turning { $0 == 0 ? $pair.first : $pair.second } }
    }
    #expect(texts(TreeHost(Screen())) == ["Text \"a\"", "Text \"b\""])
    let draft = Draft()
    let wrapper = ObservedObject(wrappedValue: draft).projectedValue
    let observed = TreeHost(Turning { $0 == 0 ? wrapper.title : wrapper.note })
    #expect(texts(observed) == ["Text \"title\"", "Text \"note\""])
    let page = Bindable(Page("text"))
    let bindable = TreeHost(Turning { $0 == 0 ? page.text : page.note })
    #expect(texts(bindable) == ["Text \"text\"", "Text \"note\""])
  }

  @Test("A view that is given a binding to another state or object shows that one")
  func owners() {
    struct Screen: View {
      @State private var one = Pair()
      @State private var other = Pair(first: "x")
      var body: some View { Turning { $0 == 0 ? $one.first : $other.first } }
    }
    #expect(texts(TreeHost(Screen())) == ["Text \"a\"", "Text \"x\""])
    let pages = [Page("one"), Page("other")]
    let host = TreeHost(Turning { Bindable(pages[min($0, 1)]).text })
    #expect(texts(host) == ["Text \"one\"", "Text \"other\""])
  }

  @Test("A view that is given a binding from other closures shows what they read")
  func closures() {
    let host = TreeHost(Turning { turn in Binding(get: { "\(turn)" }, set: { _ in }) })
    #expect(texts(host) == ["Text \"0\"", "Text \"1\""])
  }

  @Test("A view that is given the same binding again rests, however it is reached")
  func same() {
    struct Screen: View {
      @State private var turn = 0
      @State private var pair = Pair()
      @AppStorage("name") private var name = "name"
      let page: Page
      var body: some View {
        Button("Turn \(turn)") { turn += 1 }
        BoundText(text: $pair.first)
        BoundText(text: Bindable(page).text)
        BoundText(text: $name)
      }
    }
    let host = TreeHost(Screen(page: Page("text")))
    host.tap("Turn 0")
    #expect(host.evaluations.counts == ["Screen": 2, "BoundText": 3])
  }

  @Test("A binding to what is not nil is there while that is, and writes it")
  func unwrapped() {
    struct Screen: View {
      @State private var name: String? = "a"
      var body: some View {
        if let name = Binding($name) { TextField("Name", text: name) }
        Button("Clear \(name ?? "none")") { name = nil }
      }
    }
    let host = TreeHost(Screen())
    host.type("b", into: "Name")
    #expect(host.outline == "TextField \"Name\": \"b\"\nButton \"Clear b\"")
    host.tap("Clear b")
    #expect(host.outline == "Button \"Clear none\"")
  }

  @Test("Writing what is there already has no body evaluated")
  func equalWrites() {
    struct Screen: View {
      @State private var number = 1
      @AppStorage("name") private var name = "name"
      var body: some View {
        Button("\(number) \(name)") {
          number = 1
          name = "name"
        }
      }
    }
    let host = TreeHost(Screen())
    host.tap("1 name")
    #expect(host.evaluations.counts == ["Screen": 1])
  }
}
