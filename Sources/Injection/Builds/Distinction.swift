/// What tells a build in a task apart from others of its slot: of all that it has read, or is expected to, or
/// of what it waits for, what was decided nearest.
///
/// Thousands of requests may prepare one key at once, each its own: whoever comes next passes over those for
/// whom this is decided otherwise, and looks closer at the rest.
struct Distinction: Sendable {
  let question: Trace.Question
  let decider: Override.Identity?
  /// How many homes outward the decider stood.
  let distance: Int
  /// Whether it has not been read yet: it counts for those alone who expect it too.
  var isExpected = false

  func holds(at home: Home) -> Bool { question.isDecided(by: decider, at: home) }
}

/// What is decided for a reader of what tells others apart, looked for once each.
struct Decisions: Sendable {
  /// What tells the reader's own build apart.
  private(set) var nearest: Distinction?
  private let home: Home
  private let expected: [Trace.Question]
  private var found: [(question: Trace.Question, decider: Override.Identity??)] = []

  /// Creates the decisions for a reader at a home, whose build has read something already, and is expected to
  /// read more.
  init(at home: Home, having reads: [Trace.Read], expecting expected: [Trace.Question]) {
    self.home = home
    self.expected = expected
    for read in reads { note(read.question, isExpected: false) }
    for question in expected { note(question, isExpected: true) }
  }

  private mutating func note(_ question: Trace.Question, isExpected: Bool) {
    guard let decided = find(question), decided.distance < nearest?.distance ?? .max else { return }
    nearest = Distinction(
      question: question, decider: decided.link.identity, distance: decided.distance,
      isExpected: isExpected)
  }

  /// Whether what tells a build apart is decided alike for the reader; not where that is unknown, which is
  /// noted.
  func agree(with distinction: Distinction?, unless unknown: inout [Trace.Question]) -> Bool {
    guard let distinction, !distinction.isExpected || expected.contains(distinction.question) else {
      return true
    }
    guard let known = found.first(where: { $0.question == distinction.question }) else {
      if !unknown.contains(distinction.question) { unknown.append(distinction.question) }
      return false
    }
    return known.decider == .some(distinction.decider)
  }

  @discardableResult
  mutating func find(_ question: Trace.Question) -> Home.Found? {
    let decided = home.search(question.key, beyond: question.beyond)
    found.append((question, decided.map { $0?.link.identity }))
    return decided ?? nil
  }
}
