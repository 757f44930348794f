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

/// Sees which keys are read, and what gives their values, until it ends.
protocol Recording: AnyObject, Sendable {
  var hasEnded: Bool { get }
  /// Notes that an operation begins in a scope, with overrides or without.
  func noteEntering(_ scope: Scope)
  /// Notes that a key was read: by `update`, if one has read the value, perhaps to change a part of it.
  func note(_ answer: Home.Answer, of request: Request, at home: Home, by update: StandIns?)
}

extension Recording {
  func noteEntering(_ scope: Scope) {}
}

extension Scope {
  /// The watch of a scope inside another one, or outside every scope, with other recordings added.
  static func watch(around outer: Scope?, and others: [any Recording] = []) -> Watch? {
    let watch = if let outer { outer.watch } else { ReadTrace.ofProcess }
    if others.isEmpty { return watch }
    let known = watch?.recordings.filter { !$0.hasEnded } ?? []
    let added = others.filter { one in !known.contains { $0 === one } }
    return added.isEmpty ? watch : Watch(known + added, probe: watch?.probe)
  }

  /// The recordings that see the reads here, and have not ended.
  var recordings: [any Recording] { watch?.recordings.filter { !$0.hasEnded } ?? [] }

  /// A scope like another one, whose reads the added recordings see as well.
  static func watched(
    _ scope: Scope?, by added: [any Recording], at place: SourcePlace = .process
  ) -> Scope? {
    // A launch's reads count for nobody.
    if scope?.isPreparing ?? false { return scope }
    guard let watch = watch(around: scope, and: added), watch !== self.watch(around: scope) else {
      return scope
    }
    return Scope(watching: scope, at: scope?.place ?? place, by: watch)
  }

  /// A scope whose reads the recordings around the caller see as well, and the others given.
  static func observed(_ scope: Scope?, by others: [any Recording] = []) -> Scope? {
    let outside = (Scope.bound?.recordings ?? []) + others
    return outside.isEmpty ? scope : watched(scope ?? OpenScopes.testWorld, by: outside)
  }
}
