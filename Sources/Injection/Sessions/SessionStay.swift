import Synchronization

/// What a task does in a session: an operation of `run`, or the teardowns of its end.
///
/// Child tasks inherit it, and tasks that outlive it, where it is over.
final class SessionStay: Sendable {
  private let span: Span
  private let isTeardown: Bool
  private let around: Guarded<SessionStay?>
  private let over = Atomic(false)

  static let binding = TaskLocal<SessionStay?>(wrappedValue: nil)

  init(in span: Span, isTeardown: Bool = false, inside outer: SessionStay? = current) {
    self.span = span
    self.isTeardown = isTeardown
    around = Guarded(outer)
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
    around.withLock { stay in
      while let over = stay, over.isOver { stay = over.outer }
      return stay
    }
  }

  var isOver: Bool { over.load(ordering: .acquiring) }

  /// Ends it, and the operation that it is.
  func end() {
    over.store(true, ordering: .releasing)
    if !isTeardown { span.endOperation() }
  }

  func isInside(_ span: Span) -> Bool { self.span.isInside(span) }

  /// Calls `body` with its session and those around, up to one of them.
  func forEachSpan(upTo last: Span, _ body: (Span) -> Void) {
    var next: Span? = span
    while let span = next {
      body(span)
      next = span === last ? nil : span.outer
    }
  }

  /// Whether the caller is one of the teardowns of a session, or of one inside.
  static func tearsDown(_ span: Span) -> Bool {
    running(in: span).contains(where: \.isTeardown)
  }

  /// The operations in a session that the caller is part of.
  static func operations(in span: Span) -> [SessionStay] {
    running(in: span).filter { !$0.isTeardown }
  }

  private static func running(in span: Span) -> some Sequence<SessionStay> {
    let all = sequence(state: current) { stay in
      defer { stay = stay?.outer }
      return stay
    }
    return all.lazy.filter { !$0.isOver && $0.span.isInside(span) }
  }
}
