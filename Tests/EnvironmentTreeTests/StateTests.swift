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
}
