/// The scope in which a value is assigned through a key path: the accessors of that may call what is not
/// implemented, only to put another in its place.
private let writing = TaskLocal<Scope?>(wrappedValue: nil)

extension InjectedValues {
  /// Assigns through a key path.
  ///
  /// To write a part, Swift reads the whole first: an unimplemented endpoint that accessors call then is not
  /// reported. One that is called by a default, which is built for that read, is reported as ever.
  package mutating func write<Value>(
    _ value: Value, to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    writing.withValue(Scope.bound) { self[keyPath: keyPath] = value }
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
