extension IssueReporter {
  /// Ends the process; called while the default is being built, so that the chain of its readers is known.
  static func notPrepared(_ key: any Any.Type, accessor: StaticString) -> Never {
    var keys = Builds.shared.path()
    // The read is a build of its own, and so is each decoration of it.
    let first = Scope.bound?.build?.asynchronous == nil ? 0 : 1
    while keys.last == key, keys.count > first { keys.removeLast() }
    // The key's own preparation has read it, or prepares a key whose preparation has.
    if let path = Builds.shared.path(from: key) {
      cycle(path + keys.dropFirst() + [key], accessor: accessor)
    }
    nothingToLearn(from: key, "before it is prepared")
    trap(
      """
      \(name(key)) was read \(by(accessor, of: key)) before it was prepared, \(scopes()). \
      \(preparedElsewhere(key))Call 'try await InjectedValues.prepare(\(name(key)).self)' before \
      the first read, or override the key.\
      \(InjectedContext.ofCaller == .test ? " Where it has no test value, declare 'testValue'." : "")
      """)
  }

  /// Ends the process if a dry read asks for the key to learn an accessor, since it has no value to give.
  static func nothingToLearn(from key: any Any.Type, _ when: String) {
    guard let (asked, use) = AccessorProbe.asked, asked == ObjectIdentifier(key) else { return }
    trap(
      """
      \(use.function) at \(use.place) learns an accessor's key by reading it, and \(name(key)) has \
      nothing to give \(when). Pass the key's type instead: '\(name(key)).self'.
      """)
  }

  static func noTestValue(_ key: any Any.Type) -> Never {
    trap(
      """
      \(name(key)) was prepared in a test, and has no test value. Declare 'testValue', or the function \
      'testValue()' where it takes time.
      """)
  }

  static func noPreviewValue(_ key: any Any.Type) -> Never {
    trap(
      """
      \(name(key)) was read in a preview, and has no preview value: it is not prepared there. Declare \
      'previewValue', or override the key.
      """)
  }

  static func preparedValueIsNotKept(_ key: any Any.Type, lifetime: InjectedLifetime) -> Never {
    trap(
      """
      \(name(key)) has the lifetime '\(lifetime)', but a prepared value is kept. Use '.cached' \
      or '.session'.
      """)
  }

  /// Says which override keeps the reader from a value that an outer scope has prepared, if one does.
  private static func preparedElsewhere(_ key: any Any.Type) -> String {
    guard let reader = Scope.bound?.home else { return "" }
    let base = reader.base(of: ObjectIdentifier(key))
    let slot = Slot(of: ObjectIdentifier(key), by: base?.link as? Recipe)
    if let ended = reader.spans.first(where: \.hasEnded) {
      return """
        What was prepared in the session of \(ended.place) went with it: end it when its operations \
        have ended, as 'end(drain:)' does. 
        """
    }
    let prepared = reader.chain.flatMap(\.kept).filter { $0.trace.slot == slot }
    let others = prepared.compactMap { $0.trace.decidedOtherwise(at: reader) }
    guard let other = others.first else {
      return reader.renewal(of: key).map { "The scope of \($0) renews it. " } ?? ""
    }
    let place = reader.place(of: other)
    if other.link.key == SessionKey.self {
      return "It was prepared outside the session of \(place). "
    }
    return """
      It was prepared outside the scope of \(place), which overrides \(name(other.link.key)), from which \
      it is made. 
      """
  }
}
