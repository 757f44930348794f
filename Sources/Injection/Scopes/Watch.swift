/// Who sees each read in a scope: a build, which is one itself, or those who look on.
protocol Watcher: AnyObject, Sendable {
  /// The build that a read is part of.
  var build: Build? { get }
  var recordings: [any Recording] { get }
  var probe: AccessorProbe? { get }
}

/// Those who look on: recordings, or a dry read, and the build around them.
final class Watch: Watcher {
  let build: Build?
  let recordings: [any Recording]
  let probe: AccessorProbe?

  init(build: Build?, recordings: [any Recording], probe: AccessorProbe? = nil) {
    self.build = build
    self.recordings = recordings
    self.probe = probe
  }
}

/// Sees which keys are read, from what, until it ends.
protocol Recording: AnyObject, Sendable {
  var hasEnded: Bool { get }
  /// A scope with overrides is entered.
  func noteEntering(_ scope: Scope)
  /// A key was read.
  func note(_ answer: Home.Answer, of request: Request, at home: Home)
}

extension Scope {
  /// Who sees what is read in a scope inside another one, or outside every scope.
  static func watch(around outer: Scope?) -> (any Watcher)? {
    if let outer { outer.watch } else { ReadTrace.ofProcess }
  }

  /// The recordings that see what is read here, and have not ended.
  var recordings: [any Recording] { watch?.recordings.filter { !$0.hasEnded } ?? [] }

  /// This scope, seen also by the recordings around the caller.
  static func observed(_ scope: Scope?) -> Scope? {
    guard let outside = Scope.bound?.watch?.recordings, !outside.isEmpty else { return scope }
    let inside = scope?.watch?.recordings ?? []
    let added = outside.filter { one in !one.hasEnded && !inside.contains { $0 === one } }
    if added.isEmpty { return scope }
    return Scope(
      outer: scope, own: nil, place: scope?.place ?? .process, span: scope?.span,
      watch: Watch(build: scope?.watch?.build, recordings: inside + added))
  }
}
