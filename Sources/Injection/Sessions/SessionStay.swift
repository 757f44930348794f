/// What a task does in a session: an operation of `run`, or the teardowns of its end.
///
/// Child tasks inherit it, and tasks that outlive it, where it is over.
final class SessionStay: Sendable {
  private struct State: ~Copyable, Sendable {
    var isOver = false
    /// The next one around it, which may be over.
    var around: SessionStay?
    /// The outermost session for whose end it waits.
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
    // Each begins while the one before is not over, perhaps: then that lets go of the one before it.
    _ = outer?.outer
  }

  /// Begins what is an operation of some sessions, which has begun before its task does.
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

  /// The next one around it that is not over.
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

  /// Lets the end of a session, and those of sessions inside, not wait for this operation: it waits for them.
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

  /// What the caller is part of that a session, or one inside, does.
  static func running(in span: Span) -> [SessionStay] {
    guard let current else { return [] }
    return sequence(first: current, next: \.outer).filter { !$0.isOver && $0.span.isInside(span) }
  }
}
