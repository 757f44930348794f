/// The scope in which a value is assigned through a key path: the accessors of that may call what is not
/// implemented, only to put another in its place.
private let writing = TaskLocal<Scope?>(wrappedValue: nil)

extension InjectedValues {
  /// Assigns through a key path.
  ///
  /// Swift reads first what a key path writes. A key whose whole value it writes has that value before, so that
  /// nothing is built. To write a part, the whole is read: an unimplemented endpoint that accessors call then is
  /// not reported. One that is called by a default, which is built for that read, is reported as ever.
  package mutating func write<Value: Sendable>(
    _ value: Value, to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    writing.withValue(Scope.bound) {
      if let key = AccessorProbe.whole(of: keyPath, taking: value, in: self) {
        assign(value, to: key)
      }
      self[keyPath: keyPath] = value
    }
  }
}

extension IssueReporter {
  static func unimplemented(_ error: UnimplementedError) {
    // A call in a build is reported: the build has a scope of its own.
    if let scope = writing.get(), scope === Scope.bound { return }
    let context = InjectedContext.ofCaller
    let message = """
      \(error.endpoint) was called, but is not implemented: it was made at \
      \(error.fileID):\(error.line) with 'unimplemented', and called \(scopes()). \
      \(error.mending ?? "Override it for those who call it").
      """
    guard context == .test else { trap("\(message) The context is '\(context)'.") }
    report(message)
  }
}
