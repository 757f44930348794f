extension IssueReporter {
  /// A read outside every scope and every test, while open scopes override its key.
  ///
  /// It may have been another test's, where those of others are open too (`amongOthers`).
  static func lostRead(
    _ key: any Any.Type, accessor: StaticString, overriddenBy scopes: [OpenScopes.Affecting],
    amongOthers: Bool
  ) {
    let first = scopes[0].world
    // Whose it is can only be said where all of them belong to one test.
    var isOfOneTest = true
    var reporter: TestIdentity?
    var places: [String] = []
    for scope in scopes {
      let world = scope.world
      if let world, let first {
        isOfOneTest = isOfOneTest && world.isOfSameTest(as: first)
      } else {
        isOfOneTest = isOfOneTest && world === first
      }
      reporter = reporter ?? world?.test
      places.append(scope.place.description + (world?.test.map { " in " + $0.name } ?? ""))
    }
    let test = isOfOneTest ? first?.test : nil
    let hint =
      switch (isOfOneTest, amongOthers) {
      case (true, false): ""
      case (true, true):
        " If this test did not lose it, run the tests one at a time to see which did."
      case (false, _): " Run the tests one at a time to see whose the read is."
      }
    let message = """
      '\(accessor)' read \(name(key)) outside every scope, while \(list(places)) \
      \(places.count == 1 ? "overrides" : "override") it: the read got lost on the way through a \
      detached task, a dispatch queue or a callback, and does not see the override. Carry the scope \
      there: capture 'InjectedValues.current' and 'run' in it, or wrap the closure with \
      'InjectedValues.propagating'.\(hint)
      """
    guard reporter?.isFirst("lost \(name(key)) \(accessor) \(places)") ?? true else { return }
    report(message, at: scopes[0].place, to: test)
  }

  /// A read of what belongs to a test that has ended.
  static func endedWorld(_ world: SessionState, key: any Any.Type, accessor: StaticString) {
    guard let test = world.test,
      test.isFirst("ended \(ObjectIdentifier(key)) \(accessor)")
    else { return }
    let isTask = Scopes.current?.world?.session === world
    let holder =
      isTask
      ? "The task that reads has outlived its test: wait for it before the test returns."
      : """
      An owner that was created in that test has outlived it: an '@Injected' property or an \
      'InjectedValues'. Create one for each test.
      """
    report(
      """
      '\(accessor)' read \(name(key)) through the world of \(test.name) (\(world.place)), which \
      has ended, in \(scopes()). \(holder)
      """, at: world.place, to: test)
  }

  /// An override in an exhaustive scope that nothing has read.
  static func unusedOverride(_ key: any Any.Type, at place: SourcePlace, in scope: SourcePlace) {
    report(
      """
      the override of \(name(key)) in the scope of \(place) was never read, and the scope of \
      \(scope) is exhaustive. Remove the override, or find out why nothing reads it.
      """, at: place)
  }

  /// A key that was read in an exhaustive scope without an override.
  static func readWithoutOverride(
    _ key: any Any.Type, accessor: StaticString, in scope: SourcePlace
  ) {
    report(
      """
      '\(accessor)' read \(name(key)), which nobody overrides, and the scope of \(scope) is \
      exhaustive. Override it there.
      """, at: scope)
  }

  private static func list(_ places: [String]) -> String {
    let shown = min(places.count, 6)
    let more = places.count - shown
    var text = ""
    for index in 0..<shown {
      if index > 0 { text += index == places.count - 1 ? " and " : ", " }
      text += "the scope of " + places[index]
    }
    return more == 0 ? text : text + " and \(more) more scopes"
  }
}
