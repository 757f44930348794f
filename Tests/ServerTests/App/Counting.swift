import Injection

/// Lets the notes of who asks be counted, later.
func countLater() {
  let (user, id) = (injected(\.user), injected(\.requestID))
  injected(\.jobs).add {
    await withInjectedValues {
      $0.user = user
      $0.requestID = id
      $0.logger.metadata["request"] = id
    } operation: {
      await countNotes()
    }
  }
}

private func countNotes() async {
  do {
    try await injected(\.notes).add("Milk")
    let count = try await injected(\.notes).all().count
    injected(\.logger).info("counted \(count) of \(injected(\.user).name)'s notes")
  } catch {
    injected(\.logger).info("\(error)")
  }
}
