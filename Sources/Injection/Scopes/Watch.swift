/// Those who look on at each read in a scope: recordings, or a dry read.
final class Watch: Sendable {
  let recordings: [any Recording]
  let probe: AccessorProbe?

  init(_ recordings: [any Recording], probe: AccessorProbe? = nil) {
    self.recordings = recordings
    self.probe = probe
  }

  func note(
    _ answer: Home.Answer, of request: Request, at home: Home, by update: StandIns? = nil
  ) {
    for recording in recordings where !recording.hasEnded {
      recording.note(answer, of: request, at: home, by: update)
    }
  }
}

/// Sees which keys are read, from what, until it ends.
protocol Recording: AnyObject, Sendable {
  var hasEnded: Bool { get }
  /// A scope with overrides is entered.
  func noteEntering(_ scope: Scope)
  /// A key was read, by an update perhaps that may change a part of it.
  func note(_ answer: Home.Answer, of request: Request, at home: Home, by update: StandIns?)
}

extension Recording {
  func noteEntering(_ scope: Scope) {}
}

extension Scope {
  /// Who sees what is read in a scope inside another one, or outside every scope; and others, perhaps.
  static func watch(around outer: Scope?, and others: [any Recording] = []) -> Watch? {
    let watch = if let outer { outer.watch } else { ReadTrace.ofProcess }
    if others.isEmpty { return watch }
    let known = watch?.recordings.filter { !$0.hasEnded } ?? []
    let added = others.filter { one in !one.hasEnded && !known.contains { $0 === one } }
    return added.isEmpty ? watch : Watch(known + added, probe: watch?.probe)
  }

  /// The recordings that see what is read here, and have not ended.
  var recordings: [any Recording] { watch?.recordings.filter { !$0.hasEnded } ?? [] }

  /// A scope like another one, whose reads others see as well.
  static func watched(
    _ scope: Scope?, by added: [any Recording], at place: SourcePlace = .process
  ) -> Scope? {
    // What a launch reads counts for nobody.
    if scope?.isPreparing ?? false { return scope }
    guard let watch = watch(around: scope, and: added), watch !== self.watch(around: scope) else {
      return scope
    }
    return Scope(watching: scope, at: scope?.place ?? place, by: watch)
  }

  /// A scope, seen also by the recordings around the caller, and by others.
  static func observed(_ scope: Scope?, by others: [any Recording] = []) -> Scope? {
    let outside = (Scope.bound?.watch?.recordings ?? []) + others
    return outside.isEmpty ? scope : watched(scope ?? OpenScopes.testWorld, by: outside)
  }
}
