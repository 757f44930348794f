// The reference of the random programs.

/// What a scope does to a key.
enum RandomStep {
  case assign(String)
  case register(String, reads: RandomName)
  case decorate(String)
  case contribute(String, id: String?, order: Int, reads: RandomName)
}

/// A scope of a random program, as the reference knows it.
final class ReferenceScope {
  let steps: [(name: RandomName, step: RandomStep)]
  let isSession: Bool
  /// What has been read whose owner is this scope.
  var instances: [RandomName: RandomNode] = [:]

  init(steps: [(RandomName, RandomStep)], isSession: Bool = false) {
    self.steps = steps
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
        case .contribute: break
        }
      }
    }
    let reads = name == .list ? elements(in: scopes) : name.reads.map { expected($0, in: scopes) }
    let text = "\(name)(\(reads.map(\.text).joined(separator: ",")))"
    let owner = max(reads.map(\.owner).max() ?? 0, session(of: name, in: scopes))
    return decorated((text, owner), decorations)
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
        case .register, .decorate: break
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
  static func merged(_ scopes: [ReferenceScope], on created: [ReferenceScope]) -> [ReferenceScope] {
    let common = zip(scopes, created).prefix { $0 === $1 }.count
    return created + scopes.dropFirst(common)
  }
}
