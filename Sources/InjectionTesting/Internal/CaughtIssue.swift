#if canImport(Testing)
  package import Testing

  /// An issue that a test of this package expects, and that is given to it instead of being recorded.
  package struct CaughtIssue: Sendable {
    package let message: String
    package let severity: Issue.Severity
    package let sourceLocation: SourceLocation?

    /// Receives the issues of the current task, where somebody expects them.
    @TaskLocal package static var catcher: (@Sendable (CaughtIssue) -> Void)?
  }
#endif
