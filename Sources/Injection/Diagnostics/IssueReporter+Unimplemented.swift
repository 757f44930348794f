extension IssueReporter {
  static func unimplemented(_ error: UnimplementedError) {
    // A call in a build is reported: the build has a scope of its own.
    if KeyPathWrite.current?.isOfCaller ?? false { return }
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
