/// The scope in which a key path is written through, whose accessors call what is not implemented to put
/// another in its place.
private let writing = TaskLocal<Scope?>(wrappedValue: nil)

extension InjectedValues {
  /// Assigns through a key path.
  ///
  /// To write a part, Swift reads it first: what accessors call then is not told of. What a default calls,
  /// which is built for that, is as ever.
  package mutating func write<Value>(
    _ value: Value, to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    writing.withValue(Scope.bound) { self[keyPath: keyPath] = value }
  }
}

extension IssueReporter {
  static func unimplemented(_ error: UnimplementedError) {
    // A build has a scope of its own.
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
