extension IssueReporter {
  /// Reports a read outside every scope and every test, while open scopes override its key, or a key that its
  /// value is built from.
  ///
  /// The read belongs to no test: its reader may be a test that opened no scope. So it fails no test, unless
  /// one of the scopes asks for that: then it fails the test of that scope.
  static func lostRead(_ request: Request, overriddenBy scopes: [OpenScopes.Affecting]) {
    let blamed = scopes.first(where: \.isFailing) ?? scopes.first { $0.test != nil }
    guard let first = blamed ?? scopes.first else { return }
    let others = scopes.filter { $0.key == first.key }.map(\.description)
    let places = [first.description] + others.filter { $0 != first.description }
    let part = first.key == request.key ? nil : name(first.key)
    let read = "lost \(request.keyID) \(part ?? "") \(request.accessor) \(first.description)"
    let test = first.isFailing ? first.test : nil
    guard test?.isFirst(read) ?? OpenScopes.isFirst(read) else { return }
    report(
      """
      '\(request.accessor)' read \(name(request.key))\
      \(part.map { ", which is built from \($0)," } ?? "") outside every scope, while \(list(places)) \
      \(places.count == 1 ? "overrides" : "override") \(part ?? "it"): if the read got lost on the way \
      through a detached task, a dispatch queue or a callback, it does not see the override. Carry the scope \
      there: capture 'InjectedValues.current' and 'run' in it, or wrap the closure with \
      'InjectedValues.propagating'; in a tree of views, put '.injectedValues(.current)' on its root.
      """, at: first.place, of: first.test, isWarning: !first.isFailing)
  }

  static func endedWorld(_ world: Span, _ request: Request) {
    guard let test = world.test else { return }
    // Told once to each other test that reads it; to a reader for this test or for none, if nobody was told.
    let read = "ended \(request.keyID) \(request.accessor)"
    let reader = TestSupport.current?.callersTest ?? Scope.enclosing?.span?.test?.id
    let isOfOther = reader != nil && reader != test.id
    let isFirst = test.isFirst(read)
    guard isOfOther ? test.isFirst("\(read) \(reader ?? "")") : isFirst else { return }
    // Another test that runs in values of this world is no task of this world's test.
    let isTask = !isOfOther && Scope.bound?.home.isIn(world) ?? false
    let holder =
      isTask
      ? "The task that reads has outlived its test: wait for it before the test returns."
      : """
      An owner that was created in that test has outlived it: an '@Injected' property or an \
      'InjectedValues'. Create one for each test. What a 'static let' holds, as a key's 'testValue', \
      is made once for all tests: write a getter.
      """
    report(
      """
      '\(request.accessor)' read \(name(request.key)) through the world of \(test.name) \
      (\(world.place)), which has ended, \(scopes()). \(holder)
      """, at: world.place, to: isTask ? test : Scope.enclosing?.span?.test ?? test)
  }

  static func unusedOverride(_ key: any Any.Type, at place: SourcePlace, in scope: SourcePlace) {
    report(
      """
      the override of \(name(key)) in the scope of \(place) was never read, and the scope of \
      \(scope) is exhaustive. Remove the override, or find out why nothing reads it.
      """, at: place)
  }

  static func readWithoutOverride(_ request: Request, in scope: SourcePlace) {
    report(
      """
      '\(request.accessor)' read \(name(request.key)), which nobody overrides, and the scope of \
      \(scope) is exhaustive. Override it there.
      """, at: scope)
  }

  static func scopeCycle(
    _ place: SourcePlace, keptAliveBy key: any Any.Type, in test: TestIdentity?
  ) {
    report(
      """
      the scope of \(place) was kept alive by \(name(key)) alone, which is kept in it: that service \
      stores an object which was made later, in the scope. Let it make the object in its initialiser, \
      or open the scope in an 'InjectedSession', whose end lets go of both.
      """, at: place, of: test, isWarning: true)
  }

  private static func list(_ places: [String]) -> String {
    var parts = places.prefix(6).map { "the scope of \($0)" }
    if places.count > 6 { parts.append("\(places.count - 6) more scopes") }
    let last = parts.removeLast()
    return parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
  }
}
