/// What happened, in order.
@MainActor final class Log {
  var entries: [String] = []

  func callAsFunction(_ entry: String) {
    entries.append(entry)
  }
}
