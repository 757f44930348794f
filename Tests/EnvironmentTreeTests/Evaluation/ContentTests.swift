import EnvironmentTree
import Testing

/// A view that keeps what its closure has made.
private struct Card<Content: View>: View {
  let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  var body: some View { VStack { content } }
}

private struct Screen<Content: View>: View {
  @State private var count = 0
  @ViewBuilder let content: (Int) -> Content

  var body: some View {
    Button("More") { count += 1 }
    Card { content(count) }
  }
}

private struct Holder<Value>: View {
  let value: Value
  var body: some View { Text("\(value)") }
}

/// Not Equatable.
private enum Place {
  case named(String)
  case unknown
}

private enum PlaceKey: PreferenceKey {
  static let defaultValue = ""
  static func reduce(value: inout String, nextValue: () -> String) { value += nextValue() }
}

@Suite("What a view keeps is compared") @MainActor struct ContentTests {
  /// How often a card's body runs while its parent's runs three times.
  private func evaluations<Content: View>(
    @ViewBuilder of content: @escaping (Int) -> Content
  ) -> Int {
    let host = TreeHost(Screen(content: content))
    host.resetEvaluations()
    for _ in 0..<3 { host.tap("More") }
    return host.evaluations.counts.filter { $0.key.hasPrefix("Card") }.values.reduce(0, +)
  }

  @Test("Several views, as one")
  func several() {
    #expect(evaluations { _ in Text("a") } == 0)
    #expect(
      evaluations { _ in
        Text("a")
        Text("b")
      } == 0)
    #expect(
      evaluations { count in
        Text("a")
        if count < 2 { Text("b") }
      } == 1)
    #expect(
      evaluations { count in
        Text("a")
        Button("\(count)") {}
      } == 3)
    #expect(
      evaluations { count in
        Text("a")
        Button("b") { print(count) }
      } == 3)
  }

  @Test("The elements of a ForEach, by their key path, and a preference, by its value")
  func valuesInModifiers() {
    #expect(evaluations { _ in ForEach(0..<2, id: \.self) { Text("\($0)") } } == 0)
    #expect(evaluations { _ in ForEach(["a", "b"], id: \.self) { Text($0) } } == 0)
    #expect(evaluations { ForEach(0..<$0, id: \.self) { Text("\($0)") } } == 3)
    #expect(evaluations { _ in Text("a").preference(key: PlaceKey.self, value: "here") } == 0)
    #expect(
      evaluations { Text("a").preference(key: PlaceKey.self, value: "\($0 / 2)") } == 1)
  }

  @Test("What is made anew is compared by what is in it; an array of what is not Equatable differs")
  func madeAnew() {
    func name(_ count: Int) -> String { String(repeating: "long name ", count: max(count, 3)) }
    #expect(evaluations { Holder(value: name($0)) } == 0)
    #expect(evaluations { Holder(value: Place.named(name($0))) } == 0)
    #expect(evaluations { Holder(value: [name($0)]) } == 0)
    #expect(evaluations { Holder(value: [name($0): name($0)]) } == 0)
    #expect(evaluations { Holder(value: Set([name($0)])) } == 0)
    #expect(evaluations { Holder(value: [Place.named(name($0))]) } == 3)
    #expect(evaluations { Holder(value: $0 < 2 ? Place.named(name(0)) : .unknown) } == 1)
  }

  @Test("Rows of other objects are other rows, whatever these say of being equal")
  func objects() {
    struct Rows: View {
      let items: [Item]
      var body: some View { ForEach(items, id: \.id) { Text($0.name) } }
    }
    struct Screen: View {
      @State private var items = [Item(name: "old")]
      var body: some View {
        Button("Turn") { items = [Item(name: "new")] }
        Rows(items: items)
      }
    }
    let host = TreeHost(Screen())
    host.tap("Turn")
    #expect(host.outline.contains("new"))
  }

  @Test("A dictionary or a set of other objects is another one, whatever these say of being equal")
  func objectsInCollections() {
    struct Screen: View {
      @State private var named = ["a": Item(name: "old")]
      @State private var keyed = [Item(name: "old"): "a"]
      @State private var items: Set = [Item(name: "old")]
      var body: some View {
        Button("Value") { named = ["a": Item(name: "new")] }
        Button("Key") { keyed = [Item(name: "new"): "a"] }
        Button("Element") { items = [Item(name: "new")] }
        Text("\(named["a"]?.name ?? "") \(keyed.first?.key.name ?? "") \(items.first?.name ?? "")")
      }
    }
    let host = TreeHost(Screen())
    host.tap("Value")
    #expect(host.outline.contains("new old old"))
    host.tap("Key")
    #expect(host.outline.contains("new new old"))
    host.tap("Element")
    #expect(host.outline.contains("new new new"))
  }
}

private final class Item: Hashable {
  let id = 1
  let name: String

  init(name: String) { self.name = name }

  static func == (one: Item, other: Item) -> Bool { one.id == other.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
