/// What tells a build in a task apart from others of its slot: of all that it has read, or what it waits for,
/// what was decided nearest; or that of what it is expected to read.
///
/// Thousands of requests may prepare one key at once, each its own: whoever comes next passes over those for
/// whom this is decided otherwise, and looks closer at the rest.
struct Distinction: Sendable {
  let question: Trace.Question
  let decider: Override.Identity?
  /// How many homes outward the decider stood.
  let distance: Int
  /// Whether it has not been read: it counts for those alone who expect it too.
  var isExpected = false

  func holds(at home: Home) -> Bool {
    home.search(question.key, beyond: question.beyond).map { $0?.link.identity == decider } ?? false
  }
}

/// What is decided for a reader of what tells others apart, looked for once each.
struct Decisions: Sendable {
  /// What tells the reader's own build apart, if it reads what is expected.
  private(set) var expected: Distinction?
  private let home: Home
  private let questions: [Trace.Question]
  private var found: [(question: Trace.Question, decider: Override.Identity??)] = []

  init(at home: Home, expecting questions: [Trace.Question]) {
    self.home = home
    self.questions = questions
    for question in questions {
      guard let found = find(question), found.distance < expected?.distance ?? .max else {
        continue
      }
      expected = Distinction(
        question: question, decider: found.link.identity, distance: found.distance,
        isExpected: true)
    }
  }

  /// Whether what tells a build apart is decided alike for the reader; `nil` where that is not known.
  func agree(with distinction: Distinction) -> Bool? {
    if distinction.isExpected, !questions.contains(distinction.question) { return true }
    return found.first { $0.question == distinction.question }
      .map { $0.decider == .some(distinction.decider) }
  }

  @discardableResult
  mutating func find(_ question: Trace.Question) -> Home.Found? {
    let decided = home.search(question.key, beyond: question.beyond)
    found.append((question, decided.map { $0?.link.identity }))
    return decided ?? nil
  }
}
