/// A task's stay in a session: an operation of `run`, or the teardowns of its end.
///
/// Child tasks and each `Task {}` inherit it; in one that outlives the stay, this is over.
final class SessionStay: Sendable {
  private struct State: ~Copyable, Sendable {
    var isOver = false
    /// The stay around this one, which may be over.
    var around: SessionStay?
    /// The outermost session whose end it waits for.
    var awaited: Span?
  }

  private let span: Span
  private let isTeardown: Bool
  private let state: Guarded<State>

  static let binding = TaskLocal<SessionStay?>(wrappedValue: nil)

  init(in span: Span, isTeardown: Bool = false, inside outer: SessionStay? = current) {
    self.span = span
    self.isTeardown = isTeardown
    state = Guarded(State(around: outer))
    // Stays may overlap in a row without end: so each lets the one around drop those that are over.
    _ = outer?.outer
  }

  /// Begins an operation of some sessions, which is counted before its task starts.
  static func begin(in spans: [Span]) -> [SessionStay] {
    spans.reduce(into: []) { stays, span in
      _ = span.beginOperation()
      stays.append(SessionStay(in: span, inside: stays.last ?? current))
    }
  }

  static var current: SessionStay? {
    let stay = binding.get()
    return stay?.isOver == true ? stay?.outer : stay
  }

  /// The next stay around this one that is not over.
  private var outer: SessionStay? {
    state.withLock { state in
      while let over = state.around, over.isOver { state.around = over.outer }
      return state.around
    }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  func end() {
    let awaited = state.withLock { state in
      state.isOver = true
      return state.awaited
    }
    if !isTeardown { span.endOperation(waitingFor: awaited) }
  }

  /// Keeps the ends of the session and those around, up to `last`, from waiting for this operation: it waits for them.
  func exclude(upTo last: Span) {
    let ends: [CheckedContinuation<Void, Never>] = state.withLock { state in
      let first = state.awaited.map(\.outer) ?? span
      guard !state.isOver, let first, first.isInside(last) else { return [] }
      state.awaited = last
      return sequence(first: first) { $0 === last ? nil : $0.outer }
        .compactMap { $0.excludeOperation() }
    }
    for end in ends { end.resume() }
  }

  /// Whether the caller is one of the teardowns of a session, or of one inside.
  static func tearsDown(_ span: Span) -> Bool { running(in: span).contains(where: \.isTeardown) }

  /// Gives the stays in a session, or in one inside, that the caller is part of.
  static func running(in span: Span) -> [SessionStay] {
    guard let current else { return [] }
    return sequence(first: current, next: \.outer).filter { $0.span.isInside(span) }
  }
}
