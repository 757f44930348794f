/// Reports an issue to the test that runs, where one does, else on standard error.
///
/// For the modules of this package that have something to say about a test.
package func reportIssue(_ message: String) {
  IssueReporter.report(message)
}

/// Reports that a key has no test value, for a key whose live value must not stand in for it.
///
/// - Parameters:
///   - key: The key whose `testValue` calls this.
///   - instead: What is given, as in "requests fail".
package func reportMissingTestValue(_ key: any Any.Type, instead: String) {
  IssueReporter.missingTestValue(key, instead: instead)
}
