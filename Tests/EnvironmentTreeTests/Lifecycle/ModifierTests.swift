import EnvironmentTree
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
}
