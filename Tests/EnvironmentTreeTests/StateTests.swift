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
}
