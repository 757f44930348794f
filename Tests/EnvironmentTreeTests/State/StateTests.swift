import EnvironmentTree
import Testing

private struct Counter: View {
  @State private var count = 0
  var body: some View {
    VStack {
      Text("Count \(count)")
      Button("More") { count += 1 }
    }
  }
}

@Suite("State") @MainActor struct StateTests {
  @Test("A write has the body evaluated that read it")
  func write() async {
    let host = TreeHost(Counter())
    #expect(host.outline == "VStack\n  Text \"Count 0\"\n  Button \"More\"")
    host.tap("More")
    await host.settle()
    #expect(host.outline == "VStack\n  Text \"Count 1\"\n  Button \"More\"")
    #expect(host.evaluations.causes(of: "Counter") == [.mount, .state("count")])
  }

  @Test("A body depends on the state that it reads through a binding of another host's view")
  func acrossHosts() async throws {
    struct Owner: View {
      @State private var count = 0
      let share: @MainActor (Binding<Int>) -> Void
      var body: some View {
        let _ = share($count)
        Button("More") { count += 1 }
      }
    }
    struct Reader: View {
      @Binding var count: Int
      var body: some View { Text("count \(count)") }
    }
    var count: Binding<Int>?
    let owner = TreeHost(Owner { count = $0 })
    let shared = try #require(count)
    let readers = (0..<2).map { _ in TreeHost(Reader(count: shared)) }
    owner.tap("More")
    for reader in readers { #expect(reader.outline == "Text \"count 1\"") }
    owner.tap("More")
    for reader in readers {
      await reader.settle()
      #expect(reader.evaluations.counts == ["Reader": 3])
      #expect(reader.outline == "Text \"count 2\"")
    }
    #expect(owner.evaluations.counts == ["Owner": 1])
  }

  @Test(
    "A body depends on the object that it reads through another host's view, and has the environment of that one's last evaluation"
  )
  func objectsAcrossHosts() async throws {
    struct Owner: View {
      @StateObject private var draft = Draft()
      @EnvironmentObject private var inherited: Draft
      @Environment(\.isEnabled) private var isEnabled
      let share: @MainActor (@escaping () -> String) -> Void
      var body: some View {
        let _ = share { "\(draft.title), \(inherited.title), \(isEnabled)" }
        Button("Rename") { draft.title += "!" }
      }
    }
    struct Reader: View {
      let title: () -> String
      var body: some View { Text(title()) }
    }
    struct Root: View {
      let inherited: Draft
      @State private var isDisabled = false
      let share: @MainActor (@escaping () -> String) -> Void
      var body: some View {
        Owner(share: share).environmentObject(inherited).disabled(isDisabled)
        Button("Disable") { isDisabled = true }
      }
    }
    var title: (() -> String)?
    let inherited = Draft()
    let owner = TreeHost(Root(inherited: inherited) { title = $0 })
    let reader = TreeHost(Reader(title: try #require(title)))
    #expect(reader.outline == "Text \"draft, draft, true\"")
    owner.tap("Rename")
    await reader.settle()
    #expect(reader.outline == "Text \"draft!, draft, true\"")
    inherited.title = "given"
    await reader.settle()
    #expect(reader.outline == "Text \"draft!, given, true\"")
    owner.tap("Disable")
    await reader.settle()
    #expect(reader.outline == "Text \"draft!, given, true\"")
    let last = try #require(title)
    #expect(last() == "draft!, given, false")
  }

  @Test("An object in an optional is another one, also where the two are equal")
  func optionalObjects() async {
    struct Owner: View {
      @State private var label: Label? = Label(text: "first")
      @State private var nothing: Label?
      var body: some View {
        Text(label?.text ?? "none")
        Button("Exchange") { label = Label(text: "second") }
        Child(nothing: nothing)
      }
    }
    struct Child: View {
      let nothing: Label?
      var body: some View { Text(nothing?.text ?? "none") }
    }
    let host = TreeHost(Owner())
    host.tap("Exchange")
    await host.settle()
    #expect(host.outline.contains("Text \"second\""))
    #expect(host.evaluations.counts == ["Owner": 2, "Child": 1])
  }

  @Test("A view that is given a binding to an object's property runs again when that is written")
  func objectBindings() async {
    struct Child: View {
      @Binding var title: String
      var body: some View { Text(title) }
    }
    struct Observing: View {
      @ObservedObject var draft: Draft
      var body: some View { Child(title: $draft.title) }
    }
    struct Inheriting: View {
      @EnvironmentObject var draft: Draft
      var body: some View { Child(title: $draft.title) }
    }
    struct Owner: View {
      @StateObject private var draft = Draft()
      var body: some View {
        Child(title: $draft.title)
        Observing(draft: draft)
        Inheriting().environmentObject(draft)
        Button("Rename") { draft.title += "!" }
      }
    }
    let host = TreeHost(Owner())
    host.tap("Rename")
    await host.settle()
    #expect(host.outline.components(separatedBy: "Text \"draft!\"").count == 4)
  }

  @Test("A wrapper whose conformance is the main actor's takes part, and bodies can ask for such")
  func isolatedConformance() {
    struct Child: View {
      @Ticks private var ticks: Int
      var body: some View {
        Button("\(ticks)") { _ticks.bump() }
        Text((_ticks as Any) is any DynamicProperty ? "known" : "unknown")
      }
    }
    let host = TreeHost { Child() }
    host.tap("0")
    #expect(host.outline == "Button \"1\"\nText \"known\"")
  }

  @Test(
    "A view depends on an object that it is given or has made, also where its body reads nothing")
  func unreadObjects() async {
    struct Given: View {
      @ObservedObject var draft: Draft
      var body: some View { Text("given") }
    }
    struct Made: View {
      @StateObject private var draft: Draft
      init(_ draft: Draft) { _draft = StateObject(wrappedValue: draft) }
      var body: some View { Text("made") }
    }
    let draft = Draft()
    let host = TreeHost(
      VStack {
        Given(draft: draft)
        Made(draft)
      })
    for (title, count) in [("written", 2), ("written again", 3)] {
      draft.title = title
      await host.settle()
      #expect(host.evaluations.counts == ["Given": count, "Made": count])
    }
  }
}

private final class Draft: ObservableObject {
  @Published var title = "draft"
}

/// As in a module whose declarations are the main actor's.
@propertyWrapper
private struct Ticks: @MainActor DynamicProperty {
  @State private var number = 0
  @MainActor var wrappedValue: Int { number }
  @MainActor func bump() { number += 1 }
  @MainActor mutating func update() {}
}

/// Equal to all others of its kind.
private final class Label: Equatable {
  let text: String

  init(text: String) { self.text = text }

  static func == (first: Label, second: Label) -> Bool { true }
}
