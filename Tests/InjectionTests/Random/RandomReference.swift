import TestSupport

// The reference of the random programs.

/// What a scope does to a key.
enum RandomStep {
  case assign(String)
  case register(String, reads: RandomName)
  case decorate(String)
  case renew
  case contribute(String, id: String?, order: Int, reads: RandomName)
}

/// A scope of a random program, as the reference knows it.
final class ReferenceScope {
  /// What has been read, by its key and the scopes down to its owner, which is the last one.
  struct Path: Hashable {
    let name: RandomName
    private let scopes: [Int]

    init(of name: RandomName, in scopes: some Sequence<ReferenceScope>) {
      self.name = name
      self.scopes = scopes.map(\.number)
    }
  }

  let steps: [(name: RandomName, step: RandomStep)]
  let isSession: Bool
  /// The scope that it was opened in.
  let outer: ReferenceScope?
  /// What has been read whose owner is this scope.
  var instances: [Path: RandomNode] = [:]
  private let number = made.increment()

  /// Whether it builds a default anew.
  var renews: Bool { steps.contains { if case .renew = $0.step { true } else { false } } }

  private static let made = Counter()
  /// The number of the session, where it tells itself from others.
  var session = 0

  init(
    steps: [(RandomName, RandomStep)], in outer: ReferenceScope? = nil, isSession: Bool = false
  ) {
    self.steps = steps
    self.outer = outer
    self.isSession = isSession
  }
}

/// What a read has to give, recomputed from scratch.
enum RandomReference {
  /// A key's text, and how many scopes its owner is deep.
  static func expected(_ name: RandomName, in scopes: [ReferenceScope]) -> (
    text: String, owner: Int
  ) {
    var decorations: [(text: String, depth: Int)] = []
    for (index, scope) in scopes.enumerated().reversed() {
      for (other, step) in scope.steps.reversed() where other == name {
        switch step {
        case .decorate(let text): decorations.append((text, index + 1))
        case .assign(let text): return decorated((text, index + 1), decorations)
        case .register(let text, let leaf):
          let read = expected(leaf, in: scopes)
          let owner = max(index + 1, read.owner, session(of: name, in: scopes))
          return decorated(("\(text)(\(read.text))", owner), decorations)
        case .renew: return decorated(ofDefault(name, in: scopes, from: index + 1), decorations)
        case .contribute: break
        }
      }
    }
    return decorated(ofDefault(name, in: scopes, from: 0), decorations)
  }

  /// What a key's default is built from, and how deep its owner is: where it is renewed, or further in.
  private static func ofDefault(
    _ name: RandomName, in scopes: [ReferenceScope], from depth: Int
  ) -> (text: String, owner: Int) {
    let reads = name == .list ? elements(in: scopes) : name.reads.map { expected($0, in: scopes) }
    let text = "\(name)(\(reads.map(\.text).joined(separator: ",")))"
    return (text, max(depth, reads.map(\.owner).max() ?? 0, session(of: name, in: scopes)))
  }

  /// The texts of what scopes contribute, and how many scopes their owners are deep.
  ///
  /// One whose place another has taken is not made: only its scope counts.
  private static func elements(in scopes: [ReferenceScope]) -> [(text: String, owner: Int)] {
    var entries: [(id: String?, order: Int, text: String, owner: Int)] = []
    var deepest = 0
    for (index, scope) in scopes.enumerated() {
      for (name, step) in scope.steps where name == .elements {
        switch step {
        case .contribute(let text, let id, let order, let leaf):
          let read = expected(leaf, in: scopes)
          let entry = (id, order, "\(text)(\(read.text))", read.owner)
          deepest = index + 1
          if let id, let place = entries.firstIndex(where: { $0.id == id }) {
            entries[place] = entry
          } else {
            entries.append(entry)
          }
        case .assign(let text):
          entries = [(nil, 0, text, index + 1)]
          deepest = index + 1
        case .register, .decorate, .renew: break
        }
      }
    }
    let owner = entries.map(\.owner).max().map { max($0, deepest) } ?? 0
    let sorted = entries.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }
    return sorted.map { ($0.element.text, owner) }
  }

  /// How many scopes the session is deep that a made value of the key belongs to.
  private static func session(of name: RandomName, in scopes: [ReferenceScope]) -> Int {
    guard name == .account else { return 0 }
    return scopes.lastIndex { $0.isSession }.map { $0 + 1 } ?? 0
  }

  private static func decorated(
    _ base: (text: String, owner: Int), _ decorations: [(text: String, depth: Int)]
  ) -> (text: String, owner: Int) {
    decorations.reversed().reduce(base) { inner, decoration in
      ("\(decoration.text)[\(inner.text)]", max(inner.owner, decoration.depth))
    }
  }

  /// The scopes that decide for a reader in `scopes` whose owner was made in `created`: what is new
  /// since then, on top of what the owner was made in.
  static func merged(
    _ scopes: [ReferenceScope], on created: [ReferenceScope]
  ) -> [ReferenceScope] {
    func holds(_ scopes: [ReferenceScope], _ others: [ReferenceScope]) -> Bool {
      others.allSatisfy { other in scopes.contains { $0 === other } }
    }
    if holds(scopes, created) { return scopes }
    if holds(created, scopes) { return created }
    // A scope that both have, on different others, is there once.
    if created.last === scopes.last {
      return merged(scopes.dropLast(), on: created.dropLast()) + scopes.suffix(1)
    }
    if holds(created, scopes.suffix(1)) {
      return merged(scopes, on: created.dropLast()) + created.suffix(1)
    }
    return merged(scopes.dropLast(), on: created) + scopes.suffix(1)
  }

  /// Whether scopes were opened in each other, so that nothing is merged.
  static func areNested(_ scopes: [ReferenceScope]) -> Bool {
    zip(scopes, [nil] + scopes).allSatisfy { $0.outer === $1 }
  }
}
