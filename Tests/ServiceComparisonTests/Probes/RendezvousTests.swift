import ServiceComparison
import Testing

@Suite("The rendezvous")
struct RendezvousTests {
  @Test("Nobody leaves before all have come", arguments: [1, 2, 5])
  func meet(count: Int) async {
    let meeting = Rendezvous(expected: count)
    let together = await withTaskGroup { group in
      for _ in 0..<count { group.addTask { await meeting.arrive() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together == Array(repeating: count, count: count))
  }
}
