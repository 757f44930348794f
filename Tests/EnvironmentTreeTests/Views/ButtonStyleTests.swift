import EnvironmentTree
import Testing

@Suite("How buttons look, and whether they can be hit") @MainActor struct ButtonStyleTests {
  @Test(
    "A button's style is a view with an environment of its own; those of the system change nothing")
  func buttonStyle() {
    struct Named: ButtonStyle {
      @Environment(\.name) private var name
      func makeBody(configuration: Configuration) -> some View {
        HStack {
          configuration.label
          Text("in \(name)\(configuration.role == .destructive ? "!" : "")")
        }
      }
    }
    struct Screen: View {
      @State private var count = 0
      @State private var name = "outer"
      var body: some View {
        Button("Delete \(count)", role: .destructive) { count += 1 }
          .buttonStyle(Named())
          .environment(\.name, name)
        Button("Plain") { name = "other" }.buttonStyle(.bordered)
      }
    }
    let host = TreeHost(Screen())
    host.tap("Delete 0 in outer!")
    host.tap("Plain")
    #expect(host.outline == "Button \"Delete 1 in other!\"\nButton \"Plain\"")
  }

  @Test("What cannot be hit cannot be found, and what is hidden is not shown")
  func hitTesting() throws {
    let host = TreeHost {
      Button("Off") {}.allowsHitTesting(false)
      Button("Gone") {}.hidden()
      Button("On") {}
    }
    #expect(host.outline == "Button \"Off\"\nHidden\nButton \"On\"")
    #expect(try host.all("Button").map(\.label) == ["On"])
  }
}
