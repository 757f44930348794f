#if canImport(Testing)
  package import Testing

  /// An issue that a test of this package expects, and that is given to it instead of being recorded.
  package struct CaughtIssue: Sendable {
    package let message: String
    package let severity: Issue.Severity
    package let sourceLocation: SourceLocation?

    /// Receives the issues of the current task, where somebody expects them.
    @TaskLocal package static var catcher: Catcher?

    /// Is called with each issue; an object, since an optional function that another module binds has no
    /// type at run time in a release build of Swift 6.3.1.
    package final class Catcher: Sendable {
      let receive: @Sendable (CaughtIssue) -> Void

      package init(_ receive: @escaping @Sendable (CaughtIssue) -> Void) {
        self.receive = receive
      }
    }
  }
#endif
