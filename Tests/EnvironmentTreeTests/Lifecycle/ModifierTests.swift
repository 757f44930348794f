import EnvironmentTree
import ModelObservation
import Testing

@Suite("Modifiers") @MainActor struct ModifierTests {
  @Test("A host that is released frees its modified views, with the state of the modifiers")
  func releasedModified() {
    final class Kept: ObservableObject {
      @MainActor static weak var last: Kept?
      @MainActor init() { Self.last = self }
    }
    struct Keeping: ViewModifier {
      @StateObject private var kept = Kept()
      func body(content: Content) -> some View {
        let _ = kept
        content
      }
    }
    var host: TreeHost? = TreeHost(Text("a").modifier(Keeping()).modifier(Keeping()))
    #expect(host?.outline == "Text \"a\"")
    #expect(Kept.last != nil)
    host = nil
    #expect(Kept.last == nil)
  }

  @Test("A view in modifiers of modifiers is followed, wherever they place it, and they rest")
  func nestedModifiers() {
    struct Inner: ViewModifier {
      func body(content: Content) -> some View {
        VStack {
          content
          content
        }
      }
    }
    struct Outer: ViewModifier {
      func body(content: Content) -> some View { content.modifier(Inner()).modifier(Inner()) }
    }
    struct Parent: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Tally(name: "turn \(turn)").modifier(Outer())
      }
    }
    let host = TreeHost(Parent())
    host.tap("turn 0", at: 3)
    host.resetEvaluations()
    for _ in 0..<2 { host.tap("Turn") }
    #expect(host.outline.split(separator: "\n").count { $0.contains("Button \"turn 2\"") } == 4)
    #expect(host.outline.hasSuffix("Text \"turn 2 1\""))
    #expect(host.evaluations.counts == ["Parent": 2, "Tally": 8])
  }

  @Test("What a modifier shows in the place of its content stays when the content changes")
  func substitute() {
    struct Veil: ViewModifier {
      @State private var isDrawn = false
      func body(content: Content) -> some View {
        Button("Draw") { isDrawn.toggle() }
        isDrawn ? AnyView(Text("veil")) : AnyView(content)
      }
    }
    struct Screen: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Text("turn \(turn)").modifier(Veil())
      }
    }
    let host = TreeHost(Screen())
    host.tap("Draw")
    host.tap("Turn")
    #expect(host.outline.hasSuffix("Text \"veil\""))
    host.tap("Draw")
    host.tap("Turn")
    #expect(host.outline.hasSuffix("Text \"turn 2\""))
  }

  @Test("A modifier and its content change at once, and back")
  func changedBoth() {
    struct Card: ViewModifier {
      let title: String
      func body(content: Content) -> some View {
        Text(title)
        content
      }
    }
    struct Screen: View {
      @State private var isOn = false
      var body: some View {
        Button("Turn") { isOn.toggle() }
        Text(isOn ? "on" : "off").modifier(Card(title: isOn ? "title on" : "title off"))
        Text(isOn ? "on" : "off").modifier(Card(title: "title"))
      }
    }
    let host = TreeHost(Screen())
    for state in ["on", "off", "on"] {
      host.tap("Turn")
      #expect(
        host.outline == """
          Button "Turn"
          Text "title \(state)"
          Text "\(state)"
          Text "title"
          Text "\(state)"
          """)
    }
  }

  @Test("A view that a modifier takes out is not told of the change that it was given with that")
  func takenOut() async {
    struct Hiding: ViewModifier {
      let model: Hidden
      func body(content: Content) -> some View { if !model.isHidden { content } }
    }
    struct Screen: View {
      let model: Hidden
      let log: Log
      var body: some View {
        Text("a").onDisappear { log("gone") }
          .onChange(of: model.value) { log("changed") }
          .modifier(Hiding(model: model))
      }
    }
    let (model, log) = (Hidden(), Log())
    let host = TreeHost(Screen(model: model, log: log))
    model.value += 1
    await host.settle()
    #expect(log.entries == ["changed"])
    model.value += 1
    model.isHidden = true
    await host.settle()
    #expect(log.entries == ["changed", "gone"])
  }

  @Test("A modified view of which nothing appears any more goes, and comes again")
  func changedMembers() {
    struct Passing: ViewModifier {
      func body(content: Content) -> some View { content }
    }
    struct Stacking: ViewModifier {
      func body(content: Content) -> some View {
        HStack {
          content
          content
        }
      }
    }
    struct Screen: View {
      @State private var isOn = true
      var body: some View {
        Button("Turn") { isOn.toggle() }
        Group { if isOn { Text("A") } else { EmptyView() } }.task {}.modifier(Passing())
        Group { if isOn { Text("B") } else { EmptyView() } }.onAppear {}
          .modifier(Passing()).modifier(Stacking())
      }
    }
    let host = TreeHost(Screen())
    let whole = """
      Button "Turn"
      Text "A"
      HStack
        Text "B"
        Text "B"
      """
    #expect(host.outline == whole)
    for _ in 0..<2 {
      host.tap("Turn")
      #expect(host.outline == "Button \"Turn\"\nHStack")
      host.tap("Turn")
      #expect(host.outline == whole)
    }
  }
}

@MainActor private final class Hidden: ObservableModel {
  @Observed var value = 0
  @Observed var isHidden = false
}
