import EnvironmentTree
import Injection
import InjectionTestingClocks
import InjectionTree
import Testing

@Suite("A test's clock, and the tasks of a tree") @MainActor struct TestClockTests {
  @Test("An advance waits for what a view's task does when it wakes", arguments: 0..<10)
  func ticks(round: Int) async {
    struct Ticker: View {
      @State private var count = 0
      let clock: TestClock
      var body: some View {
        Text("\(count)").task {
          while (try? await clock.sleep(for: .seconds(1))) != nil { count += 1 }
        }
      }
    }
    let clock = TestClock()
    let host = TreeHost(Ticker(clock: clock))
    await host.settle()
    await clock.advance(by: .seconds(3))
    await host.settle()
    #expect(host.outline == "Text \"3\"")
  }
}
