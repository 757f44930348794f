import TestSupport
import Testing

@Suite("Snapshots") struct SnapshotTests {
  @Test("A difference shows which lines are gone and which are new")
  func difference() {
    #expect(lineDifference(from: "a\nb\nc", to: "a\nx\nc\nd") == "  a\n- b\n+ x\n  c\n+ d")
    #expect(lineDifference(from: "a", to: "a") == "  a")
  }

  @Test("A text that differs from the file is an issue with the difference")
  func issue() {
    let difference = snapshotDifference("VStack\n  Text \"other\"", "difference")
    #expect(difference?.contains("-   Text \"one\"") == true)
    #expect(difference?.contains("+   Text \"other\"") == true)
    expectSnapshot("VStack\n  Text \"one\"", "difference")
  }
}
