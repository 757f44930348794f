import TestSupport

// The reference of the random programs.

/// What a scope does to a key.
enum RandomStep {
  case assign(String)
  case register(String, reads: RandomName)
  case decorate(String, reads: RandomName?)
  case renew
  case contribute(String, id: String?, order: Int, reads: RandomName)
}

/// A scope of a random program, as the reference knows it.
final class ReferenceScope {
  /// What has been read, by its key and the scopes that decided it.
  struct Path: Hashable {
    let name: RandomName
    private let text: String
    private let scopes: [Int]
    /// The scope that decides the context, of all that override it.
    private let context: Int?

    init(of name: RandomName, deciding expected: RandomReference.Expected, in all: [ReferenceScope])
    {
      self.name = name
      text = expected.text
      let numbers = expected.deciders.sorted().map { all[$0].number }
      // Which contribution is inside which makes another list; what is renewed has the same text.
      let isOrdered = name == .list || all.contains(where: \.renews)
      scopes = isOrdered ? numbers : numbers.sorted()
      let preview = all.lastIndex(where: \.isPreview)
      context = preview.flatMap { expected.deciders.contains($0) ? all[$0].number : nil }
    }
  }

  let steps: [(name: RandomName, step: RandomStep)]
  let isSession: Bool
  /// Whether it overrides the context.
  let isPreview: Bool
  /// The scope that it was opened in.
  let outer: ReferenceScope?
  /// What has been read that this scope has decided last of all.
  var instances: [Path: RandomNode] = [:]
  /// Counts up with each scope that is made.
  let number = made.increment()

  func sharesKey(with other: ReferenceScope) -> Bool {
    isPreview && other.isPreview || isSession && other.isSession
      || steps.contains { step in other.steps.contains { $0.name == step.name } }
  }

  /// Whether it does nothing.
  var isEmpty: Bool { steps.isEmpty && !isPreview }

  /// Whether it builds a default anew, whose text is as before.
  var renews: Bool {
    isPreview || steps.contains { if case .renew = $0.step { true } else { false } }
  }

  private static let made = Counter()
  /// The number of the session, where it tells itself from others.
  var session = 0

  init(
    steps: [(RandomName, RandomStep)], in outer: ReferenceScope? = nil, isSession: Bool = false,
    isPreview: Bool = false
  ) {
    self.steps = steps
    self.outer = outer
    self.isSession = isSession
    self.isPreview = isPreview
  }
}

/// What a read has to give, recomputed from scratch.
enum RandomReference {
  /// A key's text, and which scopes have decided what it is built from.
  struct Expected {
    var text: String
    var deciders: Set<Int> = []

    /// How deep the scope is that keeps it; none outside all.
    var owner: Int { deciders.max().map { $0 + 1 } ?? 0 }
  }

  /// What a reader in `scopes` is given for a key.
  static func expected(_ name: RandomName, in scopes: [ReferenceScope]) -> Expected {
    var decorations: [(text: String, read: Expected?, index: Int)] = []
    // Each decoration of a session's key is the session's, whatever it wraps.
    let around = scopes.lastIndex { $0.isSession && name.livesInSession }.map { [$0] } ?? []
    for (index, scope) in scopes.enumerated().reversed() {
      for (other, step) in scope.steps.reversed() where other == name {
        switch step {
        case .decorate(let text, let leaf):
          decorations.append((text, leaf.map { expected($0, in: scopes) }, index))
        case .assign(let text):
          return decorated(Expected(text: text, deciders: [index]), decorations, in: around)
        case .register(let text, let leaf):
          let read = expected(leaf, in: scopes)
          let made = Expected(
            text: "\(text)(\(read.text))",
            deciders: read.deciders.union(session(of: name, in: scopes)).union([index]))
          return decorated(made, decorations, in: around)
        case .renew:
          var fresh = ofDefault(name, in: scopes)
          fresh.deciders.insert(index)
          return decorated(fresh, decorations, in: around)
        case .contribute: break
        }
      }
    }
    return decorated(ofDefault(name, in: scopes), decorations, in: around)
  }

  /// What a key's default is built from.
  private static func ofDefault(_ name: RandomName, in scopes: [ReferenceScope]) -> Expected {
    var reads = name == .list ? elements(in: scopes) : name.reads.map { expected($0, in: scopes) }
    let inside: (name: RandomName, leaf: RandomName)? =
      switch name {
      case .inside: (.right, .leafA)
      case .index: (.cache, .leafB)
      default: nil
      }
    if let inside {
      // What the opened scope decides is the build's own affair.
      let opened = ReferenceScope(steps: [(inside.leaf, .assign("opened"))])
      var read = expected(inside.name, in: scopes + [opened])
      read.deciders.remove(scopes.count)
      reads.insert(read, at: 0)
    }
    return Expected(
      text: "\(name)(\(reads.map(\.text).joined(separator: ",")))",
      deciders: reads.reduce(into: session(of: name, in: scopes).union(context(in: scopes))) {
        $0.formUnion($1.deciders)
      })
  }

  /// What scopes contribute; all of it is decided by all who do.
  ///
  /// One whose place another has taken is not made: only its scope counts.
  private static func elements(in scopes: [ReferenceScope]) -> [Expected] {
    var entries: [(id: String?, order: Int, element: Expected)] = []
    var deciders: Set<Int> = []
    for (index, scope) in scopes.enumerated() {
      for (name, step) in scope.steps where name == .elements {
        switch step {
        case .contribute(let text, let id, let order, let leaf):
          let read = expected(leaf, in: scopes)
          let entry = (
            id, order, Expected(text: "\(text)(\(read.text))", deciders: read.deciders)
          )
          deciders.insert(index)
          if let id, let place = entries.firstIndex(where: { $0.id == id }) {
            entries[place] = entry
          } else {
            entries.append(entry)
          }
        case .assign(let text):
          entries = [(nil, 0, Expected(text: text))]
          deciders = [index]
        case .register, .decorate, .renew: break
        }
      }
    }
    let sorted = entries.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }
    return sorted.map { entry in
      var element = entry.element.element
      element.deciders.formUnion(deciders)
      return element
    }
  }

  /// The scope that decides the context, which every default reads.
  private static func context(in scopes: [ReferenceScope]) -> Set<Int> {
    scopes.lastIndex(where: \.isPreview).map { [$0] } ?? []
  }

  /// The session that a made value of the key belongs to.
  ///
  /// Outside every session, the context says whether that is an error.
  private static func session(of name: RandomName, in scopes: [ReferenceScope]) -> Set<Int> {
    guard name.livesInSession else { return [] }
    return scopes.lastIndex(where: \.isSession).map { [$0] } ?? context(in: scopes)
  }

  private static func decorated(
    _ base: Expected, _ decorations: [(text: String, read: Expected?, index: Int)],
    in session: [Int]
  ) -> Expected {
    decorations.reversed().reduce(base) { inner, decoration in
      let inside = [inner.text, decoration.read?.text].compactMap(\.self).joined(separator: ";")
      let deciders = inner.deciders.union(decoration.read?.deciders ?? []).union(session)
      return Expected(
        text: "\(decoration.text)[\(inside)]", deciders: deciders.union([decoration.index]))
    }
  }

  /// The scopes that decide for a reader in `scopes` whose owner was made in `created`: what is new
  /// since then, on top of what the owner was made in.
  static func merged(
    _ scopes: [ReferenceScope], on created: [ReferenceScope]
  ) -> [ReferenceScope] {
    // A scope that both have is there once, where the owner has it; what is around it in the reader's alone, and
    // overrides a key of it, stays around it.
    var inside: [ReferenceScope] = []
    var (mine, theirs) = (scopes, created)
    while let last = mine.popLast() {
      if !created.contains(where: { $0 === last }) {
        inside.append(last)
      } else if mine.contains(where: { other in
        other.sharesKey(with: last) && !created.contains { $0 === other }
      }) {
        while theirs.contains(where: { $0 === last }) { inside.append(theirs.removeLast()) }
      }
    }
    return theirs + inside.reversed()
  }

  /// Whether scopes were opened in each other, so that nothing is merged.
  static func areNested(_ scopes: [ReferenceScope]) -> Bool {
    zip(scopes, [nil] + scopes).allSatisfy { $0.outer === $1 }
  }
}
