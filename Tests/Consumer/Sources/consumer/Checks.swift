/// Compares what the program saw with what it should have seen, and prints a line for each.
struct Checks {
  private(set) var count = 0
  private(set) var failures = 0

  /// Prints whether a value is the expected one, and remembers when it is not.
  mutating func expect<Value: Equatable>(_ name: String, _ found: Value, is expected: Value) {
    count += 1
    if found == expected {
      print("ok    \(name): \(found)")
    } else {
      failures += 1
      print("FAIL  \(name): \(found), expected \(expected)")
    }
  }
}
