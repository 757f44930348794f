import Synchronization

extension InjectedValues {
  /// Tells each read of an operation, in order, and whether the read built or found its value.
  ///
  /// ```swift
  /// InjectedValues.trace {
  ///   injected(\.store)
  /// }
  /// // api → APIKey: override at App/Main.swift:12
  /// // store → StoreKey: default, built, kept by the scope of App/Main.swift:12
  /// ```
  ///
  /// The reads of a default come before the read that builds it. Task-local, as
  /// ``recordGraph(_:fileID:line:)``. With `INJECTION_TRACE=1` in its environment, a program tells all its
  /// reads on standard error. Not told are the reads of ``peek(_:)``, of an update, which may change what it
  /// reads, and of what prepares at launch. A read of a task that outlives the operation may still be told, if
  /// it began before the operation returned.
  ///
  /// - Parameters:
  ///   - operation: What to run.
  ///   - output: Receives each line; unless given, standard error does.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public static func trace<R, E: Error>(
    _ operation: () throws(E) -> R, to output: (@Sendable (String) -> Void)? = nil
  ) throws(E) -> R {
    let trace = ReadTrace(output)
    defer { trace.end() }
    return try Scope.enter(.watched(.enclosing, by: [trace]), operation)
  }

  /// Tells each read of an asynchronous operation, keeping the caller's isolation.
  ///
  /// As the synchronous form.
  ///
  /// - Parameters:
  ///   - operation: What to run.
  ///   - output: Receives each line; unless given, standard error does.
  ///   - isolation: The caller's isolation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public static func trace<R, E: Error>(
    _ operation: @concurrent () async throws(E) -> R,
    to output: (@Sendable (String) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(E) -> R {
    let trace = ReadTrace(output)
    defer { trace.end() }
    return try await Scope.enter(.watched(.enclosing, by: [trace]), isolation: isolation, operation)
  }
}

/// Tells reads as they happen.
final class ReadTrace: Recording {
  /// Sees all reads of a program that was started with `INJECTION_TRACE=1`.
  static let ofProcess: Watch? =
    InjectedContext.environmentValue("INJECTION_TRACE") == "1" ? Watch([ReadTrace(nil)]) : nil

  private let output: @Sendable (String) -> Void
  private let ended = Atomic(false)

  init(_ output: (@Sendable (String) -> Void)?) {
    self.output = output ?? { IssueReporter.writeLine("Injection: " + $0) }
  }

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  func end() { ended.store(true, ordering: .releasing) }

  func note(_ answer: Home.Answer, of request: Request, at home: Home, by update: StandIns?) {
    guard update == nil, let read = InjectedExplanation.Read.of(answer, of: request, at: home)
    else { return }
    var text = "\(request.accessor) → \(read.key): \(read.kind.rawValue)"
    if answer.entry is Instance {
      text += answer.isNew ? ", built" : ", found"
      if request.lifetime != .transient {
        text += ", kept by " + (read.owner.map { "the scope of " + $0 } ?? "the process")
      }
    } else if let place = read.owner, read.kind != .prepared {
      text += " at " + place
    }
    // The reads of the output itself are not told, and no build needs them.
    let asking = Builds.shared.onThread.flatMap { $0.beginAnswer() ? $0 : nil }
    defer { asking?.endAnswer() }
    let quiet = Scope(unwatched: .enclosing, at: home.place)
    Scope.binding.withValue(InjectedValues(scope: quiet)) { output(text) }
  }
}
