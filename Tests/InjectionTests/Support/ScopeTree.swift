import Testing

/// A tree of scopes, as the parent of each: 0 stands for no scope, 1 for the first scope, and so on.
///
/// A scope's parent comes before it, so that the numbers are an order to enter the scopes in.
struct ScopeTree: Sendable, CustomTestStringConvertible {
  /// The parent of scope `n`, at index `n - 1`.
  let parents: [Int]

  /// Every tree of up to four scopes that is at most three deep.
  static let all: [ScopeTree] = (1...4).flatMap { trees(ofSize: $0) }

  static func trees(ofSize size: Int) -> [ScopeTree] {
    guard size > 0 else { return [ScopeTree(parents: [])] }
    return trees(ofSize: size - 1)
      .flatMap { tree in (0..<size).map { ScopeTree(parents: tree.parents + [$0]) } }
      .filter { $0.path(to: size).count <= 4 }
  }

  var testDescription: String { "scopes under \(parents.map(String.init).joined(separator: ","))" }

  /// No scope, then each scope.
  var places: Range<Int> { 0..<(parents.count + 1) }

  /// The scope, those that enclose it outward, and no scope.
  func path(to scope: Int) -> [Int] {
    scope == 0 ? [0] : [scope] + path(to: parents[scope - 1])
  }

  func children(of scope: Int) -> [Int] {
    places.dropFirst().filter { parents[$0 - 1] == scope }
  }

  /// Every set of scopes that could override a key.
  var overrideSets: [Set<Int>] {
    (0..<(1 << parents.count)).map { bits in
      Set(places.dropFirst().filter { bits & (1 << ($0 - 1)) != 0 })
    }
  }

  /// The scope whose override a read gives by rule 1, written from its words; 0 is the default.
  ///
  /// The override nearest the reader wins, unless its scope is, or encloses, the scope that the
  /// owner was created in; then the owner's nearest wins.
  func winner(owner: Int, reader: Int, overrides: Set<Int>) -> Int {
    let nearestReader = path(to: reader).first(where: overrides.contains)
    let nearestOwner = path(to: owner).first(where: overrides.contains)
    if let nearestReader, !path(to: owner).contains(nearestReader) { return nearestReader }
    return nearestOwner ?? 0
  }
}
