/// Whether a key path is written through, which calls what is not implemented to put another in its place.
package let isReadToBeWritten = TaskLocal(wrappedValue: false)

extension IssueReporter {
  static func unimplemented(_ error: UnimplementedError) {
    if isReadToBeWritten.get() { return }
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
